/**
 * A renewal as an order (money.md 4.15 ①): its period, its sum and its attempt in one transaction; the executor talks to the
 * gateway after that. The caller holds the subscription's lock and kicks the executor.
 */
import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import {
  type CardRow,
  cards,
  type PlanRow,
  type SubscriptionRow,
  subscriptionPeriods,
} from '../../db/schema/subscription.ts';
import { settings } from '../../db/schema/system.ts';
import type { Deps } from '../../deps.ts';
import { readMaintenance } from '../../maintenance/store.ts';
import { faceOf, sourceOf } from '../card/use.ts';
import { fullName } from '../guardian/store.ts';
import { startOfDay } from '../money/jstDate.ts';
import { anchorDay, periodFrom, renewalDay } from '../money/renewalDates.ts';
import { lockAttempts, type PayWish, startAttempt } from '../order/attempts.ts';
import { type Buyer, openBuyer, sealBuyer } from '../order/buyer.ts';
import { pauseName } from '../order/commands.ts';
import { insertOrder } from '../order/insert.ts';
import { lockOrder } from '../order/lock.ts';
import { isBusy } from '../order/policy.ts';
import { standardRate } from '../product/find.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { planProduct } from './access.ts';
import { owes } from './events.ts';
import { addPeriod, planCourseIds } from './rows.ts';

/**
 * Whether automatic charges are paused: the operator has stopped them (money.md 8), a maintenance keeps people from
 * cancelling before their day, or this installation has no gateway, which must not put anybody in arrears. A hold stops
 * them, too, but with the jobs: ask `isHeld`.
 */
export async function isChargingPaused(db: Db, { gateway }: Pick<Deps, 'gateway'>): Promise<boolean> {
  if (gateway.capabilities.card === null || (await readMaintenance(db)) !== null) return true;
  return (
    (await db.select({ name: settings.name }).from(settings).where(eq(settings.name, pauseName))).length > 0
  );
}

/** The contract as it was agreed to, with the buyer's present address. */
async function contractOf(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
): Promise<{ first: OrderRow; buyer: Buyer }> {
  const [first] = await tx
    .select()
    .from(orders)
    .where(eq(orders.subscriptionId, subscription.id))
    .orderBy(asc(orders.id))
    .limit(1);
  if (!first) throw new Error(`subscription ${subscription.id} has no order`);
  const known = await openBuyer(deps.keys, first);
  const [user] =
    subscription.userId === null
      ? []
      : await tx.select().from(users).where(eq(users.id, subscription.userId));
  if (!user) return { first, buyer: known };
  const name = fullName(user);
  return { first, buyer: { ...known, email: user.email, name: name === user.email ? '' : name } };
}

async function storeRenewal(
  tx: Tx,
  deps: Deps,
  { subscription, plan, amount }: { subscription: SubscriptionRow; plan: PlanRow; amount: number },
): Promise<OrderRow> {
  const now = new Date(deps.clock.now());
  const { first, buyer } = await contractOf(tx, deps, subscription);
  const order = await insertOrder(tx, deps, {
    userId: subscription.userId,
    kind: 'renewal',
    status: 'confirmed',
    subtotal: amount,
    discount: 0,
    total: amount,
    method: 'card',
    buyer: await sealBuyer(deps.keys, buyer),
    confirmText: first.confirmText,
    confirmHash: first.confirmHash,
    confirmVersion: first.confirmVersion,
    agreedFrom: first.agreedFrom,
    agreedWith: first.agreedWith,
    subscriptionId: subscription.id,
    isTest: deps.gateway.capabilities.kind === 'scripted',
    created: now,
    modified: now,
  });
  await tx.insert(orderItems).values({
    orderId: order.id,
    place: 0,
    productId: planProduct(plan.id),
    type: 'plan',
    name: plan.name,
    courses: await planCourseIds(tx, plan.id),
    unitPrice: amount,
    discountShare: 0,
    paid: amount,
    rate: standardRate,
    accessDays: null,
  });
  return order;
}

/** A card that was refused for good is not charged again (money.md 4.15). */
async function cardToCharge(tx: Tx, { cardId, needsCard }: SubscriptionRow): Promise<CardRow | null> {
  if (cardId === null || needsCard) return null;
  const [card] = await tx.select().from(cards).where(eq(cards.id, cardId));
  return card?.state === 'active' && card.cardSeq !== null ? card : null;
}

/**
 * Tries to charge an order of a subscription to its card, without its owner, who agreed beforehand. Without a card that
 * can be charged it is in arrears (row 87). `false`: another attempt is under way, or nothing may be charged now.
 */
export async function tryCharge(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  orderId: number,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (isBusy(await lockAttempts(tx, order.id))) return false;
  const card = await cardToCharge(tx, subscription);
  const source = card && sourceOf(card);
  if (!card || !source) {
    const on = `${order.id}-none-${japaneseDay(deps.clock.now())}`;
    await owes(tx, deps, subscription, order, { failure: 'input', errorCode: null, needsCard: true, on });
    return false;
  }
  const wish: PayWish = {
    buyer: await openBuyer(deps.keys, order),
    method: 'card',
    source,
    cardId: card.id,
    card: faceOf(card),
    keepsCard: false,
    isRenewal: true,
  };
  await startAttempt(tx, deps, order, wish, { from: null });
  return true;
}

/**
 * Charges the period of a due day. `null`: it is charged, or being charged, already (row 81). Kick the executor after
 * the commit.
 */
export async function chargePeriod(
  tx: Tx,
  deps: Deps,
  given: { subscription: SubscriptionRow; plan: PlanRow; dueOn: string; amount: number },
): Promise<OrderRow | null> {
  const { subscription, dueOn } = given;
  const { from, until } = periodFrom(dueOn, subscription.anchorDay, subscription.interval);
  const period = await addPeriod(tx, subscription.id, {
    state: 'open',
    from: new Date(from),
    until: new Date(until),
    dueOn,
    orderId: null,
  });
  return period === null ? null : chargeInto(tx, deps, { ...given, periodId: period.id });
}

/**
 * Charges a period that begins now, after a break: today is the new anchor (money.md 4.16). `null`: there is a period
 * of today already.
 */
export async function chargeFromNow(
  tx: Tx,
  deps: Deps,
  given: { subscription: SubscriptionRow; plan: PlanRow; amount: number },
): Promise<OrderRow | null> {
  const now = deps.clock.now();
  const { id, interval } = given.subscription;
  const dueOn = japaneseDay(now);
  const period = await addPeriod(tx, id, {
    state: 'open',
    from: new Date(now),
    until: new Date(startOfDay(renewalDay(dueOn, anchorDay(now), interval))),
    dueOn,
    orderId: null,
    isNewAnchor: true,
  });
  return period === null ? null : chargeInto(tx, deps, { ...given, periodId: period.id });
}

async function chargeInto(
  tx: Tx,
  deps: Deps,
  given: { subscription: SubscriptionRow; plan: PlanRow; amount: number; periodId: number },
): Promise<OrderRow> {
  const order = await storeRenewal(tx, deps, given);
  await tx
    .update(subscriptionPeriods)
    .set({ orderId: order.id })
    .where(eq(subscriptionPeriods.id, given.periodId));
  await tryCharge(tx, deps, given.subscription, order.id);
  return lockOrder(tx, order.id);
}
