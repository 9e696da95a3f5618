import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { documents, type OrderRow, orders } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { orderNow, storeOffer, storePaidOrder, storeSeller } from '../../testing/paidOrders.ts';
import { insertOrder } from '../order/insert.ts';
import { lockOrder } from '../order/lock.ts';
import { finishRefund } from '../refund/outcome.ts';
import { insertRefund } from '../refund/store.ts';
import { fileContractPapers, keepConsents } from './contract.ts';

/**
 * Row 107 for every numbered sequence. On PostgreSQL each transaction has a connection of its own, as two processes
 * would have; on PGlite they come one after the other.
 */
let app: TestApp;
let order: OrderRow;

beforeEach(async () => {
  app = await createTestApp();
  await storeSeller(app);
  order = await storePaidOrder(app, (await app.signIn()).id, { items: [{ name: '数学', paid: 59_800 }] });
});

const atOnce = (count: number, run: (tx: Tx, place: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, place) => transaction(app.db, (tx) => run(tx, place))));
const numbersOf = async () =>
  (await app.db.select().from(documents).orderBy(asc(documents.id))).map(({ number }) => number);

it('row 107: two orders that draw the same number at once get two', async () => {
  const { id: _id, orderNo: _orderNo, ...row } = order;
  await atOnce(4, (tx, place) => {
    const drawn = ['K260410-SAMESAME', `K260410-OTHER${place}`];
    return insertOrder(tx, app.deps, row, () => drawn.shift() ?? 'K260410-NOMORE');
  });
  const numbers = (await app.db.select().from(orders)).map(({ orderNo }) => orderNo);
  const same = numbers.filter((orderNo) => orderNo === 'K260410-SAMESAME');
  const others = numbers.filter((orderNo) => orderNo.startsWith('K260410-OTHER'));
  expect([same.length, others.length, new Set(numbers).size]).toEqual([1, 3, 5]);
});

it('row 107: refunds of an order that are decided at once are counted without a gap, and so are their return invoices', async () => {
  const line = { item: 1, name: '数学', amount: 100, rate: 10, ends: false };
  await atOnce(5, async (tx, place) => {
    const locked = await lockOrder(tx, order.id);
    const refund = await insertRefund(tx, app.deps, order.id, {
      // The last two are one wish that came twice.
      key: `wish-${Math.min(place, 3)}`,
      kind: 'staff',
      state: 'requested',
      via: 'transfer',
      amount: 100,
      lines: [line],
      reason: 'x',
      askedBy: 'staff',
    });
    if (refund) await finishRefund(tx, app.deps, locked, refund, new Date(app.clock.now()));
  });
  const rows = await app.db.select().from(refunds).where(eq(refunds.orderId, order.id));
  expect(rows.map(({ seq }) => seq).sort()).toEqual([1, 2, 3, 4]);
  expect((await numbersOf()).sort()).toEqual([1, 2, 3, 4].map((seq) => `${order.orderNo}-H${seq}`));
});

it('row 107: contract papers that are filed at once have one number each', async () => {
  const checkoutId = await storeOffer(app, order.userId ?? 0);
  await app.db.update(orders).set({ checkoutId }).where(eq(orders.id, order.id));
  await transaction(app.db, (tx) =>
    keepConsents(tx, app.deps, checkoutId, ['means', 'openable', 'third_person'], {
      userId: order.userId ?? 0,
      from: 'network',
    }),
  );
  const agreed = await orderNow(app, order.id);
  await atOnce(4, (tx) => fileContractPapers(tx, app.deps, agreed));
  expect((await numbersOf()).sort()).toEqual([`${order.orderNo}-C1`, `${order.orderNo}-O1`]);
});
