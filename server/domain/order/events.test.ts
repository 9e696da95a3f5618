import { asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../tests/seededRandom.ts';
import { mails } from '../../db/schema/mail.ts';
import { gatewayEvents, grants, type OrderRow, orderItems, paymentAttempts } from '../../db/schema/order.ts';
import { rateLimits } from '../../db/schema/system.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import { replay } from '../../testing/randomJudge.ts';
import { hour, lookAt, noteOf, notify, orderFor, runDue, type Wished } from '../../testing/shop.ts';
import { decideRefund } from '../refund/decide.ts';
import { balanceOf } from './ledger.ts';
import { lockOrder } from './lock.ts';
import { observeDue } from './observe.ts';

/** Orders of each way to pay. */
const cases = Number(process.env.PROPERTY_CASES ?? 200) >= 2000 ? 100 : 4;

let shop: TestShop;
let courseId: number;
beforeAll(async () => {
  shop = await openTestShop();
  courseId = (await storeCourse(shop.app.deps)).id;
});
afterAll(() => shop.gateway.stop());

type Event = () => Promise<unknown>;

/**
 * Brings an order to the point where only events are missing, and answers all of them in the order in which they came.
 */
async function eventsOf(order: OrderRow, { method }: Wished): Promise<Event[]> {
  const id = `${order.orderNo}-01`;
  const told =
    (body = noteOf(shop, id)): Event =>
    () =>
      notify(shop, body);
  const events: Event[] = [told()];
  if (method === 'card') {
    const url = new URL(shop.gateway.challenge(id, 'pass'));
    const back: Event = () => shop.app.call('GET', `${url.pathname}${url.search}`);
    return [...events, told(), back, back];
  }
  if (method === 'cvs') shop.gateway.payAtTill(id);
  else {
    shop.gateway.deposit(id, { amount: 4000 });
    events.push(told());
    shop.gateway.deposit(id, { amount: 5803 });
  }
  return [...events, told(), told(noteOf(shop, id, { Status: 'REQSUCCESS' }))];
}

/** The end of an order, without the parts that differ from order to order. */
async function endOf(order: OrderRow) {
  const { status, attempts, balance } = await lookAt(shop, order);
  const given = await shop.app.db
    .select({ inventories: grants.inventories })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .where(eq(orderItems.orderId, order.id));
  return {
    status,
    attempts: attempts.map(({ state, received }) => [state, received]),
    balance,
    given: given.map(({ inventories }) => inventories.length),
  };
}

async function live(wished: Wished, random: (() => number) | null) {
  const order = await orderFor(shop, wished, { courseId });
  await runDue(shop.app.deps);
  const before = (await shop.app.db.select().from(mails).orderBy(asc(mails.id))).length;
  const events = await eventsOf(order, wished);
  const all = random === null ? events : [...events, ...events.filter(() => random() < 0.5)];
  if (random !== null) all.sort(() => random() - 0.5);
  for (const event of all) {
    await event();
    if (random === null || random() < 0.5) await runDue(shop.app.deps);
  }
  shop.app.clock.advance(2 * hour);
  await runDue(shop.app.deps);
  const written = (await shop.app.db.select().from(mails).orderBy(asc(mails.id))).slice(before);
  return { ...(await endOf(order)), mails: written.map(({ kind }) => kind).sort() };
}

describe('what is told of one attempt', () => {
  it.each<Wished>([{ method: 'card', card: 'challenge' }, { method: 'cvs' }, { method: 'bank' }])(
    'row 118: comes in any order and any number of times, and ends the same: $method',
    async (wished) => {
      const usual = await live(wished, null);
      expect([usual.status, usual.given]).toEqual(['paid', [1]]);
      for (let seed = 1; seed <= cases; seed += 1) {
        const { mails: told, ...end } = await live(wished, seededRandom(seed));
        const { mails: usually, ...same } = usual;
        expect(end, `seed ${seed}`).toEqual(same);
        // A part of a transfer is reported only if it was seen before the rest.
        const isSure = (kind: string) => kind !== 'order-rest-missing';
        expect(told.filter(isSure), `seed ${seed}`).toEqual(usually.filter(isSure));
      }
    },
    1_800_000,
  );
});

it('row 119: the books of an order, read anew from nothing, are what is stored', async () => {
  const order = await orderFor(shop, { method: 'bank' }, { courseId });
  await runDue(shop.app.deps);
  for (const amount of [4000, 5803, 100]) {
    shop.gateway.deposit(`${order.orderNo}-01`, { amount });
    // Money that comes in after everything is paid is not searched for: the gateway reports it.
    await notify(shop, noteOf(shop, `${order.orderNo}-01`));
    shop.app.clock.advance(2 * hour);
    await runDue(shop.app.deps);
  }
  const { deps, db } = shop.app;
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const line = { item: item?.id ?? 0, name: '講座', amount: 3000, rate: 10, ends: false };
  const plan = { kind: 'staff' as const, key: 'one', lines: [line], reason: '', askedBy: 'staff' as const };
  await db.transaction(async (tx) =>
    decideRefund(tx, deps, await lockOrder(tx, order.id), { ...plan, actor: '佐藤' }),
  );
  const balance = await replay(db, order.id);
  expect(balance).toEqual(await balanceOf(db, order.id));
  expect(balance).toMatchObject({ clearing_bank: 9903, sales: -6800, refund_due: -3103, receivable: 0 });
  const { attempts } = await lookAt(shop, order);
  expect(attempts[0]?.received).toBe(balance.clearing_bank);
});

describe('notifications', () => {
  const statusOf = async (body: string) => (await notify(shop, body)).status;
  const kept = () => shop.app.db.select().from(gatewayEvents).orderBy(asc(gatewayEvents.id));
  /** As if the callers of this test had used up their turns, except for `left`. */
  const useTurns = (left: number) =>
    shop.app.db
      .update(rateLimits)
      .set({ count: 120 - left })
      .where(like(rateLimits.key, 'notify:%'));

  it('row 68: what names no transaction of ours is taken 120 times a minute; ours are always taken', async () => {
    const order = await orderFor(shop, { method: 'cvs' }, { courseId });
    await runDue(shop.app.deps);
    const id = `${order.orderNo}-01`;
    const stranger = (turn: number) => noteOf(shop, id, { AccessID: `stranger-${turn}`, TranID: `t${turn}` });
    expect(await statusOf(stranger(1))).toBe(200);
    await useTurns(1);
    const before = (await kept()).length;
    expect([await statusOf(stranger(2)), await statusOf(stranger(3))]).toEqual([200, 429]);
    expect(await statusOf('ShopID=tshop00000001&Status=%FF%FF')).toBe(429);
    expect(await kept()).toHaveLength(before + 1);
    shop.gateway.payAtTill(id);
    expect(await statusOf(noteOf(shop, id))).toBe(200);
    shop.app.clock.advance(5000);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
    // Who knows a transaction does not fill our store with it either.
    await useTurns(0);
    expect(await statusOf(noteOf(shop, id, { TranID: 'again' }))).toBe(429);
    shop.app.clock.advance(60_000);
    expect(await statusOf(noteOf(shop, id, { TranID: 'again' }))).toBe(200);
  });

  it('row 68: costs one search in five seconds, which is not lost', async () => {
    const order = await orderFor(shop, { method: 'cvs' }, { courseId });
    await runDue(shop.app.deps);
    const id = `${order.orderNo}-01`;
    const tell = async (tranId: string) => {
      await notify(shop, noteOf(shop, id, { TranID: tranId }));
      await runDue(shop.app.deps);
      return shop.gateway.asked('SearchTradeMulti', id);
    };
    expect([await tell('a'), await tell('b'), await tell('c')]).toEqual([1, 1, 1]);
    shop.gateway.payAtTill(id);
    expect(await tell('d')).toBe(1);
    shop.app.clock.advance(5000);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 71: what comes while a search is under way is searched for once more', async () => {
    const { db, deps, clock } = shop.app;
    const order = await orderFor(shop, { method: 'cvs' }, { courseId });
    await runDue(deps);
    const id = `${order.orderNo}-01`;
    clock.advance(5000);
    await db.update(paymentAttempts).set({ nextCheckAt: new Date(clock.now()) });
    const search: typeof deps.gateway.search = async (asked) => {
      const answer = await deps.gateway.search(asked);
      if (asked.gatewayOrderId === id) {
        shop.gateway.payAtTill(id);
        await notify(shop, noteOf(shop, id));
      }
      return answer;
    };
    await observeDue({ ...deps, gateway: { ...deps.gateway, search } });
    clock.advance(5000);
    await runDue(deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 69: is kept in few letters, and whatever its bytes are it is received', async () => {
    const long = 'x'.repeat(5000);
    const names = Array.from({ length: 300 }, (_, place) => `f${place}=`).join('&');
    const shopId = 'ShopID=tshop00000001';
    const start = (await kept()).length;
    for (const body of [
      `${shopId}&${long}=1&${names}`,
      `${shopId}&OrderID=${long}&AccessID=${long}&Status=CAPTURE&JobCd=CAPTURE&PayType=0&TranID=${long}`,
      `${shopId}&OrderID=a%00b&AccessID=%00&Status=CAPTURE&JobCd=CAPTURE&PayType=0&TranID=%00`,
    ])
      expect(await statusOf(body)).toBe(200);
    const rows = (await kept()).slice(start);
    expect(rows).toHaveLength(3);
    for (const { body, gatewayOrderId, tranId } of rows) {
      expect(JSON.stringify(body).length).toBeLessThan(2100);
      expect(gatewayOrderId.length + tranId.length).toBeLessThan(130);
    }
  });
});
