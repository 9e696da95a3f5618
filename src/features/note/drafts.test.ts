import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { savingNews } from '#shared/lib/storage/savingNews.ts';
import { addToDraft, draftKeys, dropKept, findDraft, keepDraft, readDraft } from './drafts.ts';

const key = draftKeys.ofLesson('l1');
let db: UserDb;
const full = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  db = new Dexie('drafts') as UserDb;
  declareUserVersions(db);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.delete();
});

it('a draft the device has no room for stays in this tab, is told once, and is stored with room', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
  await keepDraft(db, key, { body: '書き', sec: 3 });
  expect(savingNews.get()).toMatchObject({ thing: 'draft', trouble: 'full' });
  savingNews.set(null);
  await keepDraft(db, key, { body: '書きかけ', sec: 3 });
  expect(savingNews.get()).toBeNull();
  expect(await readDraft(db, key)).toBeNull();
  expect(await findDraft(db, key)).toMatchObject({ body: '書きかけ' });
  put.mockRestore();
  await keepDraft(db, key, { body: '書きかけの', sec: 3 });
  expect(await readDraft(db, key)).toMatchObject({ body: '書きかけの' });
});

it('a text shared with the app is not lost where there is no room, and goes once it is saved', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
  await addToDraft(db, 'l1', '共有された文');
  expect(savingNews.get()).toMatchObject({ thing: 'draft' });
  expect(await findDraft(db, key)).toMatchObject({ body: '共有された文' });
  dropKept(db, key, '別の文');
  expect(await findDraft(db, key)).not.toBeNull();
  dropKept(db, key, '共有された文');
  expect(await findDraft(db, key)).toBeNull();
});
