/** The offer of a plan (money.md 4.14): bought alone, only by card, and only by somebody of age. */
import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import type { CheckoutRow, PlanTerms, Snapshot } from '../../db/schema/shop.ts';
import { plans } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { taxByRate } from '../money/tax.ts';
import { mayTry, wasTriedBy } from '../plan/trial.ts';
import { findProduct, type Product, parseProductId } from '../product/find.ts';
import { isMinor } from '../profile/age.ts';
import { runningOf } from '../subscription/rows.ts';
import { changesOf, confirmHash } from './confirmText.ts';
import type { Frozen, Recomputed, Wish } from './freeze.ts';
import { methodProblem } from './methods.ts';
import { planConfirmText } from './planConfirmText.ts';

type Found = { product: Product; plan: PlanTerms; isTrial: boolean; problem: ApiError | null };

const adultsOnly = () =>
  new ApiError(
    403,
    'guardian_required',
    '18歳未満の方は、定期購入にお申し込みいただけません。保護者の方のアカウントでお申し込みください。',
  );

async function problemOf(
  tx: Tx,
  deps: Deps,
  wish: Wish,
  product: Product,
  family: string,
): Promise<ApiError | null> {
  if (!product.isOnSale)
    return new ApiError(409, 'not_on_sale', 'この定期購入は、お申し込みを受け付けていません。');
  const running = await runningOf(tx, wish.userId, family);
  if (running && running.status !== 'starting')
    return new ApiError(
      409,
      'already_owned',
      '同じ種類の定期購入を、すでにご利用中です。購入履歴の「定期購入」からご確認ください。',
      { data: { subscription: String(running.id) } },
    );
  const [user] = await tx.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, wish.userId));
  if (user && isMinor(user.birthDate, deps.clock.now())) return adultsOnly();
  if (deps.gateway.capabilities.card === null)
    return new ApiError(409, 'method_closed', '定期購入のお申し込みは準備中です。');
  if (wish.method !== 'card')
    return new ApiError(409, 'method_limit', '定期購入は、クレジットカードでお支払いください。');
  return methodProblem(deps, 'card', product.price);
}

async function find(tx: Tx, deps: Deps, wish: Wish): Promise<Found | null> {
  const productId = wish.productIds[0] ?? '';
  const product = await findProduct(tx, productId, deps.clock.now());
  const [row] = await tx
    .select()
    .from(plans)
    .where(eq(plans.id, parseProductId(productId)?.row ?? 0));
  if (!product || !row) return null;
  const isTried = wish.cardId !== null && (await wasTriedBy(tx, deps, wish.cardId, row.family));
  const isTrial = !isTried && (await mayTry(tx, deps, wish.userId, row));
  const plan: PlanTerms = {
    id: row.id,
    price: row.price,
    interval: row.interval,
    trialDays: row.trialDays,
    family: row.family,
  };
  return { product, plan, isTrial, problem: await problemOf(tx, deps, wish, product, row.family) };
}

function snapshotOf(wish: Wish, { product, plan, isTrial }: Found): Snapshot {
  const total = isTrial ? 0 : product.price;
  return {
    items: [
      {
        productId: product.id,
        type: product.type,
        name: product.name,
        courses: product.courseIds,
        unitPrice: total,
        discountShare: 0,
        paid: total,
        rate: product.rate,
        accessDays: null,
      },
    ],
    couponId: null,
    couponName: null,
    subtotal: total,
    discount: 0,
    total,
    taxes: taxByRate([{ amount: total, rate: product.rate }]),
    method: 'card',
    cvsCode: null,
    cardId: wish.cardId,
    card: wish.card ? { brand: wish.card.brand, last4: wish.card.last4 } : null,
    saveCard: wish.cardId === null,
    planId: plan.id,
    plan,
    isTrial,
    needsGuardian: false,
    needsPapers: false,
  };
}

function render(wish: Wish, found: Found): Frozen {
  const { product, plan } = found;
  const snapshot = snapshotOf(wish, found);
  const confirm = planConfirmText(snapshot, {
    plan,
    name: product.name,
    contents: product.contents,
    saleEndsAt: product.saleEndsAt,
    offeredAt: wish.offeredAt,
  });
  return { snapshot, confirm, hash: confirmHash(confirm) };
}

/**
 * Freezes a plan at its present price, with its free days if the buyer had none yet.
 *
 * @throws ApiError `not_on_sale`, `already_owned` (with `subscription`), `method_limit`, `method_closed` (409),
 * `guardian_required` (403)
 */
export async function freezePlan(tx: Tx, deps: Deps, wish: Wish): Promise<Frozen> {
  const found = await find(tx, deps, wish);
  if (!found) throw new ApiError(409, 'not_on_sale', 'この定期購入は、お申し込みを受け付けていません。');
  if (found.problem) throw found.problem;
  return render(wish, found);
}

/**
 * What must still be as it was offered. Fields are compared one by one: a stored object comes back with its keys in
 * another order.
 */
const essence = ({ items, total, isTrial, plan }: Snapshot) =>
  JSON.stringify([
    items.map((item) => [item.productId, item.courses, item.paid]),
    [total, isTrial],
    plan && [plan.id, plan.price, plan.interval, plan.trialDays, plan.family],
  ]);

/**
 * Computes the offer of a plan again, for the transaction that orders it. Its days are counted from now: after midnight
 * in Japan the contract has other ones than those that were read, so the offer has changed like one of another price.
 */
export async function recomputePlan(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  wish: Wish,
): Promise<Recomputed> {
  const found = await find(tx, deps, wish);
  const frozen = found && render({ ...wish, offeredAt: deps.clock.now() }, found);
  const isSame =
    frozen !== null &&
    frozen.hash === checkout.confirmHash &&
    essence(frozen.snapshot) === essence(checkout.snapshot);
  if (found && isSame && !found.problem) return { kind: 'same', snapshot: checkout.snapshot };
  return {
    kind: 'changed',
    changes: changesOf(checkout.confirmText, frozen?.confirm ?? []),
    frozen: found?.problem ? null : frozen,
    couponGone: false,
  };
}
