import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { courseSchema } from '#contracts/course.ts';
import { stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { closeUserDb, deleteUserDb, openUserDb } from '#shared/lib/db/userDb.ts';
import { type KeptCaptions, showWhileIndexing, updateIndex } from './indexing.ts';

let db: UserDb;
let pauses = 0;
const pause = async () => {
  pauses += 1;
};

const putCourse = (id: string, name: string, savedAt: number) =>
  db.courses.put({ ...stored(courseSchema.parse({ id, name }), savedAt), id });

const captions = (source: string, text: string): KeptCaptions => ({
  lesson: { id: '11', name: '授業', course: '1' },
  source,
  read: async () => [{ sec: 3, text }],
});

const texts = async () => Object.fromEntries((await db.search.toArray()).map((row) => [row.key, row.texts]));

beforeEach(async () => {
  db = await openUserDb('9');
  pauses = 0;
});

afterEach(async () => {
  closeUserDb();
  await deleteUserDb('9');
});

test('the index follows courses that come, change and go', async () => {
  await putCourse('1', '数学', 10);
  await putCourse('2', '英語', 10);
  expect(await updateIndex(db, [], pause)).toBe(true);
  expect(await texts()).toEqual({ 'course:1': '数学', 'course:2': '英語' });

  expect(await updateIndex(db, [], pause)).toBe(false);

  await putCourse('1', '新しい数学', 5);
  await db.courses.delete('2');
  expect(await updateIndex(db, [], pause)).toBe(true);
  expect(await texts()).toEqual({ 'course:1': '新しい数学' });
});

test('many courses are taken in small steps', async () => {
  for (let id = 1; id <= 45; id += 1) await putCourse(String(id), `講座${id}`, 1);
  await updateIndex(db, [], pause);
  expect(pauses).toBe(3);
  expect(await db.search.count()).toBe(45);
});

test('captions follow what is kept, and one that cannot be read stops nothing', async () => {
  await updateIndex(db, [captions('a', 'はじめ')], pause);
  expect(await texts()).toEqual({ 'caption:11': 'はじめ' });
  await updateIndex(db, [captions('b', 'あたらしい')], pause);
  expect(await texts()).toEqual({ 'caption:11': 'あたらしい' });
  const broken: KeptCaptions = {
    ...captions('c', ''),
    lesson: { id: '12', name: '', course: '1' },
    read: () => Promise.reject(new Error('unreadable')),
  };
  await updateIndex(db, [broken, captions('b', '')], pause);
  expect(await texts()).toEqual({ 'caption:11': 'あたらしい' });
  await updateIndex(db, [], pause);
  expect(await texts()).toEqual({});
});

test('what somebody else makes while the screen waits for its turn is shown, too', async () => {
  await putCourse('1', '数学', 10);
  let read = () => {};
  const reading = new Promise<void>((resolve) => {
    read = resolve;
  });
  const slow: KeptCaptions = {
    ...captions('a', ''),
    read: () => reading.then(() => [{ sec: 3, text: 'はじめ' }]),
  };
  const behind = updateIndex(db, [slow], pause);
  const shown: string[][] = [];
  const show = async () => {
    shown.push(await db.search.toCollection().primaryKeys());
    if (shown.length === 1) read();
  };
  await showWhileIndexing(db, { captions: async () => [captions('a', 'はじめ')], show, pause });
  await behind;
  expect(shown.at(-1)).toEqual(['caption:11', 'course:1']);
});

test('captions that could not be read for once are read again', async () => {
  let tries = 0;
  const read = async () => {
    tries += 1;
    if (tries === 1) throw new Error('late');
    return [{ sec: 3, text: 'はじめ' }];
  };
  await updateIndex(db, [{ ...captions('a', ''), read }], pause);
  expect(await texts()).toEqual({ 'caption:11': 'はじめ' });
});
