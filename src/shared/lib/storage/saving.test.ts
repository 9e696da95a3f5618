import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDb } from '../db/userDb.ts';
import { isNoRoom, saveOrTell, savingFailedBehind, troubleOf } from './saving.ts';
import { savingNews } from './savingNews.ts';

const full = () => new DOMException('no room', 'QuotaExceededError');
const told = () => {
  const news = savingNews.get();
  return news && [news.thing, news.trouble];
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // Ends what an earlier test reported.
  await saveOrTell('note', async () => undefined);
  savingNews.set(null);
});
afterEach(() => vi.restoreAllMocks());

describe('why a write failed', () => {
  it.each([
    ['the browser itself', full()],
    ['a transaction that Dexie wraps', Object.assign(new Error(), { name: 'AbortError', inner: full() })],
    ['one of many rows', Object.assign(new Error(), { name: 'BulkError', failures: [full()] })],
    ['the cause of another error', new Error('not stored', { cause: full() })],
  ])('is a full storage when %s says so', (_, error) => {
    expect(troubleOf(error)).toBe('full');
    expect(isNoRoom(error)).toBe(true);
  });

  it('is a storage nobody gets at in private windows and after iOS has cut the connection', () => {
    for (const name of ['UnknownError', 'InvalidStateError', 'DatabaseClosedError'])
      expect(troubleOf(new DOMException('', name))).toBe('closed');
  });

  it('has nothing to do with the storage when a call was given up', () => {
    expect(isNoRoom(new DOMException('given up', 'AbortError'))).toBe(false);
    expect(isNoRoom(new Error('anything'))).toBe(false);
  });
});

describe('a write the learner asked for', () => {
  it('is told when it fails, never rejects, and is over when it works', async () => {
    expect(await saveOrTell('note', () => Promise.reject(full()))).toBe(false);
    expect(told()).toEqual(['note', 'full']);
    expect(await saveOrTell('favorite', async () => undefined)).toBe(true);
    expect(told()).toEqual(['note', 'full']);
    expect(await saveOrTell('note', async () => undefined)).toBe(true);
    expect(told()).toBeNull();
  });
});

it('a write that was undone without a reason is told of with the one its transaction gives', async () => {
  await saveOrTell('note', () => Promise.reject(Object.assign(new Error(), { name: 'AbortError' })));
  expect(told()).toEqual(['note', 'unknown']);
  savingFailedBehind(full());
  expect(told()).toEqual(['note', 'full']);
});

it('it does not matter whether the transaction gives its reason before or after', async () => {
  savingFailedBehind(full());
  await saveOrTell('note', () => Promise.reject(Object.assign(new Error(), { name: 'AbortError' })));
  expect(told()).toEqual(['note', 'full']);
  await saveOrTell('note', async () => undefined);
  await saveOrTell('note', () => Promise.reject(Object.assign(new Error(), { name: 'AbortError' })));
  expect(told()).toEqual(['note', 'unknown']);
});

describe('a write behind the screens', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is told once, calmly, until one works again', async () => {
    savingFailedBehind(full());
    vi.advanceTimersByTime(1000);
    expect(told()).toEqual([null, 'full']);
    savingNews.set(null);
    savingFailedBehind(full());
    vi.advanceTimersByTime(1000);
    expect(told()).toBeNull();
    await saveOrTell('note', async () => undefined);
    savingFailedBehind(full());
    vi.advanceTimersByTime(1000);
    expect(told()).toEqual([null, 'full']);
  });

  it('says nothing beside what the learner did', async () => {
    savingFailedBehind(full());
    await saveOrTell('bookmark', () => Promise.reject(full()));
    vi.advanceTimersByTime(1000);
    expect(told()).toEqual(['bookmark', 'full']);
  });

  // Each call before anything was reported: what was reported once is not reported again anyway.
  it('says nothing after a logout, and of the network', () => {
    for (const error of [new DOMException('', 'DatabaseClosedError'), new TypeError('Failed to fetch')])
      savingFailedBehind(error);
    vi.advanceTimersByTime(1000);
    expect(told()).toBeNull();
  });
});

it('a database that has no room tells of it, whoever wrote', async () => {
  const db = await openUserDb('learner');
  const add = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put(
    this: IDBObjectStore,
  ) {
    const { transaction } = this;
    Object.defineProperty(transaction, 'error', { value: full() });
    transaction.abort();
    throw full();
  });
  await expect(db.meta.put({ key: 'a', value: 1 })).rejects.toThrow();
  await vi.waitUntil(() => savingNews.get() !== null, { timeout: 30_000 });
  expect(told()).toEqual([null, 'full']);
  add.mockRestore();
});
