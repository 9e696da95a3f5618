import { guestKeys } from '../db/schema/system.ts';
import { openAnswer } from '../middleware/requestSeal.ts';
import type { TestApp } from './createTestApp.ts';

/** The stored answers of guests, opened: a test can look for what must not be kept even under the server's key. */
export async function guestAnswers({ db, deps }: Pick<TestApp, 'db' | 'deps'>) {
  const rows = await db.select().from(guestKeys);
  return Promise.all(rows.map(async (row) => ({ ...row, body: await openAnswer(deps.keys, row.body) })));
}
