import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { putCheckIntent, readChecks, saveCheckAnswer, saveChecksOfCourse, saveSomeChecks } from './local.ts';
import type { CheckLevel } from './model.ts';

const lesson = { id: 'l1', name: '授業', course: 'c1' };
const check = (level: number) => ({ id: 'k1', lesson: 'l1', course: 'c1', level, modified: null });

let db: UserDb;
beforeEach(() => {
  db = new Dexie('checks') as UserDb;
  declareUserVersions(db);
});
afterEach(() => db.delete());

/** The learner marks the lesson; the server answers at `savedAt`. */
async function mark(level: CheckLevel, savedAt: number): Promise<void> {
  await putCheckIntent(db, lesson, level);
  const [row] = await db.outbox.toArray();
  if (!row) throw new Error('Nothing waits.');
  await db.outbox.clear();
  await saveCheckAnswer(db, row, check(level), savedAt);
}

const level = async () => (await readChecks(db, 'c1')).get('l1') ?? 0;

// offline.md 5.7: another tab may have asked for a list before the learner's change was answered.
it('lists that were asked for before a mark was taken off or changed do not bring the old one back', async () => {
  const before = { startedAt: 1900, savedAt: 2100 };
  await saveChecksOfCourse(db, 'c1', [check(2)], { startedAt: 1000, savedAt: 1100 });
  await mark(0, 2000);
  await saveChecksOfCourse(db, 'c1', [check(2)], before);
  expect(await level()).toBe(0);
  await saveSomeChecks(db, [check(2)], before);
  expect(await level()).toBe(0);
  await mark(3, 2000);
  await saveSomeChecks(db, [check(2)], before);
  expect(await level()).toBe(3);
});

it('a list that was asked for after that does: another device has marked it', async () => {
  await saveChecksOfCourse(db, 'c1', [check(2)], { startedAt: 1000, savedAt: 1100 });
  await mark(0, 2000);
  await saveSomeChecks(db, [check(1)], { startedAt: 2001, savedAt: 2100 });
  expect(await level()).toBe(1);
});
