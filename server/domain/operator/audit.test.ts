import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { moneyAudit } from '../../db/schema/refund.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { audit } from './audit.ts';

it('what the staff did is kept, and nobody changes or deletes it', async () => {
  const { db, deps } = await createTestApp();
  await transaction(db, (tx) =>
    audit(tx, deps, { actor: '佐藤', why: 'お客様のお申し出' }, { act: 'hold', after: { yen: 1 } }),
  );
  const changed = db.update(moneyAudit).set({ actor: '鈴木' }).where(eq(moneyAudit.act, 'hold'));
  await expect(changed.then(() => 'changed')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('never changed') },
  });
  await expect(db.delete(moneyAudit).then(() => 'deleted')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('never changed') },
  });
  expect(await db.select().from(moneyAudit)).toMatchObject([
    { actor: '佐藤', act: 'hold', after: { yen: 1 } },
  ]);
});
