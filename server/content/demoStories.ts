/** What accounts of the demo have ordered: every state of an order is there to be looked at (product.md 3.8). */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { guardians } from '../db/schema/accounts.ts';
import { guardianOrders } from '../db/schema/guardianOrder.ts';
import { type OrderRow, orderItems } from '../db/schema/order.ts';
import { newToken } from '../domain/accounts/secrets.ts';
import { hashToken } from '../domain/accounts/tokens.ts';
import { openForPayment, storeDecision } from '../domain/guardianOrder/release.ts';
import { cancelOrder } from '../domain/order/cancel.ts';
import { lockOrder } from '../domain/order/lock.ts';
import { askRefund, quoteRefund } from '../domain/refund/ask.ts';
import { decideRefund } from '../domain/refund/decide.ts';
import { offerNumber } from '../domain/refund/offers.ts';
import type { DemoBuyer } from './demoBuyer.ts';
import { planStories } from './demoPlanStories.ts';

const day = 86_400_000;
/** Days: how long it takes until the gateway is asked again by itself. */
const twoHours = 2 / 24;

/** Its buyer gives an order back within the days for that. */
async function giveBack(buyer: DemoBuyer, { id }: Pick<OrderRow, 'id'>): Promise<void> {
  await buyer.write(async (tx, deps) => {
    const order = await lockOrder(tx, id);
    const offer = (await quoteRefund(tx, deps, order)).offers.find(({ kind }) => kind === 'voluntary');
    if (!offer) throw new Error('the order cannot be given back');
    await askRefund(tx, deps, order, { kind: 'voluntary', number: offerNumber(id, offer), reason: '' });
  });
  await buyer.work();
}

/** The staff gives one thing of an order back: the last one of it. */
async function giveBackLast(buyer: DemoBuyer, { id }: Pick<OrderRow, 'id'>): Promise<void> {
  await buyer.write(async (tx, deps) => {
    const order = await lockOrder(tx, id);
    const items = await tx
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, id))
      .orderBy(asc(orderItems.place));
    const item = items.at(-1);
    if (!item) throw new Error('the order has no items');
    await decideRefund(tx, deps, order, {
      kind: 'staff',
      key: 'demo',
      lines: [{ item: item.id, name: item.name, amount: item.paid, rate: item.rate, ends: true }],
      reason: '動作環境の都合により、講座1点を返金',
      askedBy: 'staff',
      actor: 'demo',
    });
  });
  await buyer.work();
}

/** Somebody of age, whose list has orders in all states. */
async function history(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(40);
  await buyer.buy(['english-grammar'], { method: 'card' });
  await buyer.goTo(36);
  const two = await buyer.buy(['hs-math-1', 'japanese-reading'], { method: 'card' });
  await buyer.goTo(30);
  await giveBackLast(buyer, two);
  await buyer.goTo(28);
  await buyer.buy(['japanese-reading'], { method: 'none' }, 'KANSHA26');
  await buyer.goTo(20);
  await buyer.buy(['jhs-math'], { method: 'cvs' });
  for (const daysAgo of [14.5, 14, 13.5, 13]) await buyer.goTo(daysAgo);
  await buyer.goTo(9);
  const returned = await buyer.buy(['jhs-math'], { method: 'card' });
  await buyer.goTo(7);
  await giveBack(buyer, returned);
  await buyer.goTo(6);
  const calledOff = await buyer.buy(['information-1'], { method: 'bank' });
  await buyer.goTo(5.9);
  await buyer.write(async (tx, deps) => cancelOrder(tx, deps, await lockOrder(tx, calledOff.id), ''));
  await buyer.work();
  await buyer.goTo(4);
  const paid = await buyer.buy(['information-1'], { method: 'cvs' });
  await buyer.goTo(3.5);
  buyer.payAtTill(paid);
  await buyer.goTo(3.5 - twoHours);
  await buyer.goTo(2);
  const partPaid = await buyer.buy(['physics-basic'], { method: 'bank' });
  await buyer.goTo(1.5);
  await giveBack(buyer, paid);
  await buyer.goTo(1.2);
  await buyer.buy(['chemistry-basic'], { method: 'bank' });
  await buyer.goTo(1);
  buyer.deposit(partPaid, 5000);
  await buyer.goTo(1 - twoHours);
  await buyer.buy(['japanese-history'], { method: 'cvs' });
  await buyer.goTo(10 / 1440);
  await buyer.buy(['jhs-math'], { method: 'card', card: 'G02' });
  await buyer.goTo(5 / 1440);
  await buyer.stayAtBank(await buyer.buy(['information-1'], { method: 'card', card: 'challenge' }));
}

async function nameGuardian(tx: Tx, userId: number, now: number): Promise<void> {
  const confirmed = new Date(now - 90 * day);
  await tx
    .insert(guardians)
    .values({
      userId,
      name: '佐藤 由美子',
      nameKana: 'サトウ ユミコ',
      email: 'parent@example.com',
      phone: '09012345678',
      relation: 'mother',
      status: 'confirmed',
      tokenHash: hashToken(newToken()),
      requested: confirmed,
      expires: confirmed,
      decided: confirmed,
    })
    .onConflictDoNothing();
}

/** Somebody under 18: one order that their guardian has agreed to, and one that waits for the guardian's answer. */
async function guardianAsked(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(2);
  await buyer.write((tx, deps) => nameGuardian(tx, buyer.userId, deps.clock.now()));
  const agreed = await buyer.buy(['jhs-math'], { method: 'cvs' });
  await buyer.goTo(1);
  await buyer.write(async (tx, deps) => {
    const order = await lockOrder(tx, agreed.id);
    const [row] = await tx.select().from(guardianOrders).where(eq(guardianOrders.orderId, order.id));
    if (!row) throw new Error('no guardian was asked');
    await storeDecision(tx, deps, row, {
      decision: 'approved',
      textHash: order.confirmHash,
      from: 'demo',
      browser: 'demo',
    });
    await openForPayment(tx, deps, order);
  });
  // Its mail leads to the guardian's page: this one is sent.
  buyer.leave();
  await buyer.buy(['japanese-reading'], { method: 'cvs' });
}

/** Somebody whose plan began with free days and was charged once since. */
async function plan(buyer: DemoBuyer): Promise<void> {
  await buyer.goTo(20);
  await buyer.subscribe('all-monthly');
  for (const daysAgo of [13, 12.5, 12, 11.5, 11]) await buyer.goTo(daysAgo);
}

/** The accounts whose orders are made, and how; once for each account. */
export const stories: readonly { email: string; tell: (buyer: DemoBuyer) => Promise<void> }[] = [
  { email: 'orders@example.com', tell: history },
  { email: 'teen@example.com', tell: guardianAsked },
  { email: 'plan@example.com', tell: plan },
  ...planStories,
];
