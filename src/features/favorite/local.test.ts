import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Favorite } from '#contracts/marks.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { putFavoriteIntent, readFavoriteState, saveFavoriteAnswer, saveFavoritePage } from './local.ts';

const lesson = { id: 'l1', name: '授業', duration: 60, course: { id: 'c1', name: '講座', thumbnail: null } };
const favorite: Favorite = { id: 'f1', lesson, inventory: null, created: null };
const page = { count: 1, current_page: 1, max_page: 1, next: null, previous: null, results: [favorite] };

let db: UserDb;
beforeEach(() => {
  db = new Dexie('favorites') as UserDb;
  declareUserVersions(db);
});
afterEach(() => db.delete());

/** The learner removes the favorite; the server answers at `savedAt`. */
async function takeOff(savedAt: number): Promise<void> {
  await putFavoriteIntent(db, lesson, null, false);
  const [row] = await db.outbox.toArray();
  if (!row) throw new Error('Nothing waits.');
  await db.outbox.clear();
  await saveFavoriteAnswer(db, row, null, savedAt);
}

// offline.md 5.7: another tab may have asked for the list before the learner's change was answered.
it('a list that was asked for before a favorite was taken off does not bring it back', async () => {
  await saveFavoritePage(db, '', page, { startedAt: 1000, savedAt: 1100 });
  expect(await readFavoriteState(db, 'l1')).toBe(true);
  await takeOff(2000);
  await saveFavoritePage(db, '', page, { startedAt: 1900, savedAt: 2100 });
  expect(await readFavoriteState(db, 'l1')).toBe(false);
  expect((await db.pages.toArray()).flatMap(({ ids }) => ids)).toEqual([]);
});

it('a list that was asked for after that does: another device has put it back', async () => {
  await saveFavoritePage(db, '', page, { startedAt: 1000, savedAt: 1100 });
  await takeOff(2000);
  await saveFavoritePage(db, '', page, { startedAt: 2001, savedAt: 2100 });
  expect(await readFavoriteState(db, 'l1')).toBe(true);
});
