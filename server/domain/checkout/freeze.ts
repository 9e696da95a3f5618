/** An offer that is frozen, and whether it is still the same when it is ordered (money.md 4.3). */
import { eq } from 'drizzle-orm';
import type { PayMethod } from '#contracts/shopCart.ts';
import type { ConfirmBlock, CvsCode } from '#contracts/shopCheckout.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import type { CheckoutRow, Snapshot } from '../../db/schema/shop.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { judgeFor, type Pricing, priceOf } from '../cart/price.ts';
import { whyNot } from '../cart/view.ts';
import type { HeldCoupon, Verdict } from '../coupon/judge.ts';
import { findChosen } from '../coupon/store.ts';
import { guardianRequired, guardianToAsk, needsGuardian } from '../guardianOrder/guardian.ts';
import { limitFor } from '../guardianOrder/limit.ts';
import { findProducts, type Product } from '../product/find.ts';
import { ownedIn, readOwned } from '../product/owned.ts';
import { type ConfirmFacts, changesOf, confirmHash, confirmText } from './confirmText.ts';
import { recomputePlan } from './freezePlan.ts';
import { methodProblem, timeProblem } from './methods.ts';
import { needsPapers } from './papers.ts';

/** What a buyer wants to order, and how it is to be paid. */
export type Wish = {
  userId: number;
  /** In the order of the cart. */
  productIds: readonly string[];
  /** The one that counts in the cart; `null`: none. */
  couponId: number | null;
  method: PayMethod;
  cvsCode: CvsCode | null;
  cardId: number | null;
  card: { brand: string; last4: string } | null;
  saveCard: boolean;
  /** When it is shown (epoch milliseconds): days in the text are counted from here. */
  offeredAt: number;
};

/** An offer as its order will keep it. `hash` is of the text and of its template's version. */
export type Frozen = { snapshot: Snapshot; confirm: ConfirmBlock[]; hash: string };

/** One of the six items whose text has changed. */
export type Change = { title: string; before: string; after: string };

/**
 * `same`: it may be ordered as it stands in `snapshot`, the frozen one. `changed`: nothing may be stored; `frozen` is
 * what can be ordered now, `null` when nothing can, or not by this method. `couponGone`: others took the last coupon.
 */
export type Recomputed =
  | { kind: 'same'; snapshot: Snapshot }
  | { kind: 'changed'; changes: Change[]; frozen: Frozen | null; couponGone: boolean };

/** What is available of a wish now. */
type Found = {
  products: ConfirmFacts['products'];
  /** Why the first product that is missing cannot be bought. */
  missing: 'unknown' | 'ended' | 'owned' | 'entry' | null;
  coupon: HeldCoupon | null;
  verdict: Verdict | null;
  pricing: Pricing;
  papers: boolean;
};

/** A coupon that this very order holds already counts as free for it, and is otherwise unchanged. */
function asFree(held: HeldCoupon): HeldCoupon {
  return { coupon: { ...held.coupon, remaining: null, withdrawn: null }, use: 'free' };
}

/**
 * Finds what is available of a wish now. `held`: the wish is of an order that holds its price and coupon since it was
 * made; both count as they were then.
 */
async function find(tx: Tx, deps: Deps, wish: Wish, held: Snapshot | null = null): Promise<Found> {
  const now = deps.clock.now();
  const judgedAt = held ? wish.offeredAt : now;
  const all = await findProducts(tx, wish.productIds, judgedAt);
  for (const { productId, unitPrice } of held?.items ?? []) {
    const product = all.get(productId);
    if (product) all.set(productId, { ...product, price: unitPrice });
  }
  const owned = await readOwned(tx, wish.userId, [...all.values()], now);
  const products: { product: Product; owned: ReturnType<typeof ownedIn> }[] = [];
  let missing: Found['missing'] = null;
  for (const id of wish.productIds) {
    const product = all.get(id);
    const reason = whyNot(product, product ? ownedIn(owned, product) : null);
    if (product && !reason) products.push({ product, owned: ownedIn(owned, product) });
    else missing ??= reason;
  }
  const chosen = wish.couponId === null ? null : await findChosen(tx, wish.userId, wish.couponId);
  const coupon = chosen && held ? asFree(chosen) : chosen;
  const kept = products.map(({ product }) => product);
  const verdict = judgeFor(coupon, kept, judgedAt);
  const pricing = priceOf(kept, verdict);
  return {
    products,
    missing,
    coupon,
    verdict,
    pricing,
    papers: needsPapers(kept, owned, pricing.total, now),
  };
}

/** Whether a guardian has to agree, and whether there is one who can be asked. */
type Minority = {
  needsGuardian: boolean;
  isGuardianKnown: boolean;
  /** Yen a month up to which the guardian has agreed beforehand, if that is enough; `null`: the guardian is asked. */
  limit: number | null;
};

async function minorityOf(tx: Tx, userId: number, found: Found, now: number): Promise<Minority> {
  const { total } = found.pricing;
  const [user] = await tx.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, userId));
  if (!user || !needsGuardian(user, total, now))
    return { needsGuardian: false, isGuardianKnown: false, limit: null };
  const guardian = await guardianToAsk(tx, userId);
  const limit = guardian && (await limitFor(tx, guardian, { total, needsPapers: found.papers }, now));
  return { needsGuardian: true, isGuardianKnown: guardian !== null, limit: limit?.yen ?? null };
}

/** The same refusal as from the order itself (`placeOrder`), but before the buyer fills anything in. */
function minorProblem(minority: Minority): ApiError | null {
  return minority.needsGuardian && !minority.isGuardianKnown ? guardianRequired() : null;
}

/** What needs papers is sold for play money; for real money only if a setting allows it (money.md 4.18). */
function papersProblem({ papers }: Found, deps: Deps): ApiError | null {
  if (!papers || deps.config.contractSales || deps.gateway.capabilities.kind === 'scripted') return null;
  return new ApiError(
    409,
    'document_pending',
    '合計が5万円を超えるお申し込みは、書面をお渡しする準備ができるまで受け付けていません。講座を分けずに、しばらくお待ちください。カートの中身は残っています。',
  );
}

function problemOf(deps: Deps, wish: Wish, found: Found, minority: Minority): ApiError | null {
  return (
    papersProblem(found, deps) ??
    minorProblem(minority) ??
    methodProblem(deps, wish.method, found.pricing.total) ??
    timeProblem(
      wish.method,
      found.products.map(({ product }) => product),
      deps.clock.now(),
    )
  );
}

function snapshotOf(wish: Wish, found: Found, { needsGuardian: isGuardianAsked, limit }: Minority): Snapshot {
  const { products, coupon, pricing } = found;
  // A guardian types a card when they pay; no card is kept until then.
  const isCard = wish.method === 'card' && !isGuardianAsked;
  const isUsed = pricing.discount > 0 && coupon !== null;
  return {
    items: products.map(({ product }, at) => ({
      productId: product.id,
      type: product.type,
      name: product.name,
      courses: product.courseIds,
      unitPrice: product.price,
      discountShare: pricing.shares[at] ?? 0,
      paid: product.price - (pricing.shares[at] ?? 0),
      rate: product.rate,
      accessDays: product.accessDays,
    })),
    couponId: isUsed ? coupon.coupon.id : null,
    couponName: isUsed ? coupon.coupon.name : null,
    subtotal: pricing.subtotal,
    discount: pricing.discount,
    total: pricing.total,
    taxes: pricing.taxes,
    method: wish.method,
    cvsCode: wish.method === 'cvs' ? wish.cvsCode : null,
    cardId: isCard ? wish.cardId : null,
    card: isCard && wish.card ? { brand: wish.card.brand, last4: wish.card.last4 } : null,
    saveCard: isCard && wish.saveCard,
    planId: null,
    isTrial: false,
    needsGuardian: isGuardianAsked,
    guardianLimit: limit,
    needsPapers: found.papers,
  };
}

function render(wish: Wish, found: Found, minority: Minority): Frozen {
  const snapshot = snapshotOf(wish, found, minority);
  const confirm = confirmText(snapshot, {
    products: found.products,
    couponEndsAt: snapshot.couponId === null ? null : (found.coupon?.coupon.expiresAt ?? null),
    needsPapers: found.papers,
    offeredAt: wish.offeredAt,
  });
  return { snapshot, confirm, hash: confirmHash(confirm) };
}

const offSale = {
  code: 'not_on_sale',
  detail: '販売を終了した商品があります。カートの内容をご確認ください。',
} as const;
const missingProblems = {
  unknown: offSale,
  ended: offSale,
  owned: { code: 'already_owned', detail: '購入済みの商品があります。カートの内容をご確認ください。' },
  entry: {
    code: 'entry_required',
    detail: '申し込みの入力が済んでいない模試があります。模試のページから入力を済ませてください。',
  },
} as const;

/** A free order needs no method, whatever was chosen (money.md 4.3a). */
function withMethod(wish: Wish, total: number): Wish {
  return total === 0 ? { ...wish, method: 'none' } : wish;
}

/**
 * Freezes what a buyer wants, at present prices. If it costs nothing, its method is `none`.
 *
 * @throws ApiError `cart_empty`, `not_on_sale`, `already_owned`, `method_limit`, `method_closed`, `document_pending`
 * (409), `entry_required` (409), `guardian_required` (403)
 */
export async function freeze(tx: Tx, deps: Deps, wanted: Wish): Promise<Frozen> {
  if (wanted.productIds.length === 0)
    throw new ApiError(409, 'cart_empty', 'カートは空です。講座を入れてからお進みください。');
  const found = await find(tx, deps, wanted);
  if (found.missing) {
    const { code, detail } = missingProblems[found.missing];
    throw new ApiError(409, code, detail);
  }
  const wish = withMethod(wanted, found.pricing.total);
  const minority = await minorityOf(tx, wish.userId, found, deps.clock.now());
  const problem = problemOf(deps, wish, found, minority);
  if (problem) throw problem;
  return render(wish, found, minority);
}

/** What a stored offer wanted. */
function wishOf({ userId, snapshot, created }: CheckoutRow): Wish {
  const { items, couponId, method, cvsCode, cardId, card, saveCard } = snapshot;
  return {
    userId,
    productIds: items.map(({ productId }) => productId),
    couponId,
    method,
    cvsCode,
    cardId,
    card,
    saveCard,
    offeredAt: created.getTime(),
  };
}

/** The parts of a snapshot by which an order is charged and granted. */
function essence({ items, total, method, needsGuardian }: Snapshot): string {
  const rows = items.map((item) => [item.productId, item.courses, item.paid, item.rate, item.accessDays]);
  return JSON.stringify([rows, total, method, needsGuardian]);
}

/**
 * Computes a stored offer again from the present rows, for the transaction that orders it. Call it after the locks of
 * cart and checkout, before anything is stored. `ownOrder`: the order that this offer became already. It holds its
 * price and coupon, and is only being approved now; whoever may approve it is checked there.
 */
export async function recompute(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  { ownOrder = false }: { ownOrder?: boolean } = {},
): Promise<Recomputed> {
  if (checkout.snapshot.planId !== null) return recomputePlan(tx, deps, checkout, wishOf(checkout));
  const found = await find(tx, deps, wishOf(checkout), ownOrder ? checkout.snapshot : null);
  const { total } = found.pricing;
  const wish = withMethod(wishOf(checkout), total);
  const minority = ownOrder
    ? {
        needsGuardian: checkout.snapshot.needsGuardian,
        isGuardianKnown: true,
        limit: checkout.snapshot.guardianLimit ?? null,
      }
    : await minorityOf(tx, wish.userId, found, deps.clock.now());
  const frozen = render(wish, found, minority);
  const isSame =
    frozen.hash === checkout.confirmHash && essence(frozen.snapshot) === essence(checkout.snapshot);
  const problem = problemOf(deps, wish, found, minority);
  if (isSame && !problem) return { kind: 'same', snapshot: checkout.snapshot };
  const isEmpty = found.products.length === 0;
  const changes = changesOf(checkout.confirmText, isEmpty ? [] : frozen.confirm);
  return {
    kind: 'changed',
    changes,
    frozen: isEmpty || problem ? null : frozen,
    couponGone: found.verdict?.code === 'coupon_gone',
  };
}
