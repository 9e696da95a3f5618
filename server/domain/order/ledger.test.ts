import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ledgerEntries } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { storeOrder } from '../../testing/shop.ts';
import { post } from './ledger.ts';

/** The database itself protects the books, whatever the code above it does (money.md 2). */
it('a line that is posted is never changed or deleted, and lines that are not zero together are not posted', async () => {
  const app = await createTestApp();
  const { db } = app;
  const { id: orderId } = await storeOrder(app);
  const one = { orderId, attemptId: null, eventKey: 'sale:one', at: new Date() };
  const lines = [
    { account: 'receivable' as const, amount: 9800 },
    { account: 'sales' as const, amount: -9800 },
  ];
  expect(await transaction(db, (tx) => post(tx, { ...one, lines }))).toBe(true);
  const before = await db.select().from(ledgerEntries);

  const refusedAs = (message: string) => ({ cause: { message: expect.stringContaining(message) } });
  const isSale = eq(ledgerEntries.eventKey, 'sale:one');
  const changed = db.update(ledgerEntries).set({ amount: 1 }).where(isSale);
  await expect(changed.then(() => 'changed')).rejects.toMatchObject(refusedAs('never changed'));
  await expect(
    db
      .delete(ledgerEntries)
      .where(isSale)
      .then(() => 'deleted'),
  ).rejects.toMatchObject(refusedAs('never changed'));

  // Without the function that posts: the sum of a transaction is checked when it commits.
  const lone = { orderId, attemptId: null, eventKey: 'lone', at: new Date(), txId: crypto.randomUUID() };
  const half = db.insert(ledgerEntries).values({ ...lone, account: 'sales', amount: -1 });
  await expect(half.then(() => 'posted')).rejects.toMatchObject(refusedAs('not balanced'));
  expect(await db.select().from(ledgerEntries)).toEqual(before);
});
