import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offlineManifestSchema } from '#contracts/offline.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { closeUserDb, deleteUserDb, openUserDb } from '#shared/lib/db/userDb.ts';
import { chooseNext, readChoices } from './keepNextChoices.ts';
import { queueLessons } from './local.ts';

let db: UserDb;

beforeEach(async () => {
  Object.assign(globalThis, { location: { origin: 'http://localhost' } });
  db = await openUserDb('7');
});
afterEach(async () => {
  closeUserDb();
  await deleteUserDb('7');
});

test('a course is chosen once, with at most five lessons, and can be let go', async () => {
  const choice = { course: '1', inventory: '9', rendition: 'video' as const };
  await chooseNext(db, { ...choice, count: 2 });
  await chooseNext(db, { ...choice, count: 9 });
  expect(await readChoices(db)).toEqual([{ ...choice, count: 5 }]);
  await chooseNext(db, { ...choice, count: 0 });
  expect(await readChoices(db)).toEqual([]);
});

test('what the learner chose stays the learner’s, and a choice makes the rule’s lessons theirs', async () => {
  const manifest = offlineManifestSchema.parse({
    inventory: '9',
    course: { id: '1', name: '数学' },
    lessons: [{ id: 'a', name: 'A', video: null, audio: null, files: [] }],
    files: [],
  });
  const isAuto = async () => (await db.downloads.get('a:video'))?.auto === true;
  await queueLessons(db, manifest, null, 'video', true);
  expect(await isAuto()).toBe(true);
  await queueLessons(db, manifest, null, 'video');
  expect(await isAuto()).toBe(false);
  await queueLessons(db, manifest, null, 'video', true);
  expect(await isAuto()).toBe(false);
  await db.downloads.update('a:video', { state: 'ready', auto: true });
  await queueLessons(db, manifest, null, 'video');
  expect(await isAuto()).toBe(false);
});
