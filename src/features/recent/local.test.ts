import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Watch } from '#contracts/study.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { putForgetIntent, readRecentPage, saveForgetAnswer, saveRecentPage } from './local.ts';

const watch: Watch = {
  lesson: 'l1',
  lesson_name: '授業',
  course: { id: 'c1', name: '講座', thumbnail: null },
  inventory: null,
  position: 20,
  ranges: [[0, 20]],
  duration: 60,
  rate: 1,
  watched_rate: 0.3,
  is_completed: false,
  client_at: new Date(500).toISOString(),
  rev: 1,
};
const page = { count: 1, current_page: 1, max_page: 1, next: null, previous: null, results: [watch] };

let db: UserDb;
beforeEach(() => {
  db = new Dexie('recent') as UserDb;
  declareUserVersions(db);
});
afterEach(() => db.delete());

/** The learner removes the lesson, or everything, from the history; the server answers at `savedAt`. */
async function forget(lesson: string | null, savedAt: number): Promise<void> {
  await putForgetIntent(db, lesson, '授業');
  const [row] = await db.outbox.toArray();
  if (!row) throw new Error('Nothing waits.');
  await db.outbox.clear();
  await saveForgetAnswer(db, row, null, savedAt);
}

const shown = async () => (await readRecentPage(db, '', '', true))?.data.items.length;

// offline.md 5.7: another tab may have asked for the history before the learner's change was answered.
describe.each(['l1', null])('after %s was taken out of the history', (lesson) => {
  it('a page that was asked for before does not bring it back, one asked for later does', async () => {
    await saveRecentPage(db, '', page, { startedAt: 1000, savedAt: 1100 });
    expect(await shown()).toBe(1);
    await forget(lesson, 2000);
    await saveRecentPage(db, '', page, { startedAt: 1900, savedAt: 2100 });
    expect(await shown()).toBe(0);
    await saveRecentPage(db, '', page, { startedAt: 2200, savedAt: 2300 });
    expect(await shown()).toBe(1);
  });
});
