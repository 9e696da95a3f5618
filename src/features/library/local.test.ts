import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InventoryPage, inventorySchema } from '#contracts/inventory.ts';
import { stored } from '#shared/lib/db/rows.ts';
import { declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { readAllInventories, saveInventoryPage } from './local.ts';
import { firstInventoryQuery, inventoryPath } from './model.ts';
import { readCoverage } from './useLoadRest.ts';

describe('readAllInventories', () => {
  let db: UserDb;

  const row = (id: string, name = '講座') => {
    const value = inventorySchema.parse({ id, course: { id, name } });
    return { ...stored(value, 1), id, course: id };
  };
  const put = (count: number) =>
    db.inventories.bulkPut(Array.from({ length: count }, (_, n) => row(String(n))));

  beforeEach(() => {
    db = new Dexie('library') as UserDb;
    declareUserVersions(db);
  });
  afterEach(() => db.delete());

  it.each([0, 1, 499, 500, 501, 1000, 1203])('reads all %i items, each once', async (count) => {
    await put(count);
    const items = await readAllInventories(db);
    expect(items).toHaveLength(count);
    expect(new Set(items.map(({ id }) => id)).size).toBe(count);
  });

  it('leaves out what was stored under other contracts', async () => {
    await put(3);
    await db.inventories.update('1', { v: 0 });
    expect((await readAllInventories(db)).map(({ id }) => id)).toEqual(['0', '2']);
  });

  it('reads the items of one moment, whatever is written between two pieces', async () => {
    await put(1203);
    const rename = () => db.inventories.toCollection().modify({ value: row('x', '新しい名前').value });
    let renaming: Promise<unknown> | undefined;
    db.inventories.hook('reading', (found) => {
      renaming ??= Dexie.ignoreTransaction(rename);
      return found;
    });
    const items = await readAllInventories(db);
    expect(new Set(items.map(({ course }) => course.name))).toEqual(new Set(['講座']));
    await renaming;
    const [after] = await readAllInventories(db);
    expect(after?.course.name).toBe('新しい名前');
  });
});

describe('a refresh of the whole library', () => {
  const pageSize = 5;
  let db: UserDb;
  let read = { pages: 0, rows: 0 };

  const queryOf = (page: number) => firstInventoryQuery.replace('page=1', `page=${page}`);
  const owned = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);

  /** The server's answer for a page of a learner who owns `ids` in this order. */
  function answer(ids: string[], page: number): InventoryPage {
    const results = ids
      .slice((page - 1) * pageSize, page * pageSize)
      .map((id) => inventorySchema.parse({ id, course: { id, name: id } }));
    const isLast = page * pageSize >= ids.length;
    const link = isLast ? null : `${inventoryPath}?${queryOf(page + 1)}`;
    return {
      count: ids.length,
      current_page: page,
      max_page: Math.ceil(ids.length / pageSize),
      complete_count: 0,
      next: link,
      previous: null,
      results,
    };
  }

  const save = (ids: string[], page: number, at: number) =>
    saveInventoryPage(db, queryOf(page), answer(ids, page), { startedAt: at, savedAt: at });
  async function saveAll(ids: string[], at: number, last = Number.POSITIVE_INFINITY): Promise<void> {
    const pages = Math.min(Math.ceil(ids.length / pageSize), last);
    for (let page = 1; page <= pages; page += 1) await save(ids, page, at + page);
  }
  const left = async () => (await readAllInventories(db)).map(({ id }) => id).sort();
  const sorted = (ids: string[]) => [...ids].sort();

  beforeEach(() => {
    db = new Dexie('library') as UserDb;
    declareUserVersions(db);
    db.pages.hook('reading', (row) => {
      read.pages += 1;
      return row;
    });
    db.inventories.hook('reading', (row) => {
      read.rows += 1;
      return row;
    });
    read = { pages: 0, rows: 0 };
  });
  afterEach(() => db.delete());

  it.each([
    ['in the same order', (ids: string[]) => ids],
    ['in another order', (ids: string[]) => [...ids.slice(-1), ...ids.slice(0, -1)]],
    ['after one was taken back', (ids: string[]) => ids.slice(1)],
  ])('reads as much a page however long the list is: %s', async (_, change) => {
    const perPage: { pages: number; rows: number }[] = [];
    for (const pages of [30, 120]) {
      const ids = owned(pages * pageSize);
      await saveAll(ids, 1);
      read = { pages: 0, rows: 0 };
      await saveAll(change(ids), 10_000);
      perPage.push({ pages: read.pages / pages, rows: read.rows / pages });
      expect(await left()).toEqual(sorted(change(ids)));
      await Promise.all([db.pages.clear(), db.inventories.clear()]);
    }
    const [short, long] = perPage;
    expect(long?.pages).toBeLessThan(2 * (short?.pages ?? 0) + 5);
    expect(long?.rows).toBeLessThan(2 * (short?.rows ?? 0) + 5);
  });

  it('the first load reads as much a page however long the list is', async () => {
    await saveAll(owned(100 * pageSize), 1);
    expect(read.pages).toBeLessThan(3 * 100);
    expect(read.rows).toBeLessThan(3 * 100);
  });

  it('goes on from where the stored pages ended', async () => {
    const ids = owned(100 * pageSize);
    await saveAll(ids, 1, 60);
    const known = await readCoverage(db);
    expect(known).toEqual({ count: ids.length, nextQuery: queryOf(61) });
    await save(ids, 61, 90);
    read = { pages: 0, rows: 0 };
    expect(await readCoverage(db, known)).toEqual({ count: ids.length, nextQuery: queryOf(62) });
    expect(read.pages).toBeLessThan(3);
  });

  it('deletes what the first page no longer lists at once', async () => {
    const ids = owned(4 * pageSize);
    await saveAll(ids, 1);
    await save(ids.slice(1), 1, 100);
    expect(await left()).toEqual(sorted(ids.slice(1)));
  });

  it('ended after any page, it has lost no course that only moved to a later one', async () => {
    const ids = owned(4 * pageSize);
    const moved = [...ids.slice(-1), ...ids.slice(0, -1)];
    for (let pages = 0; pages <= 4; pages += 1) {
      await saveAll(ids, 1);
      await saveAll(moved, 100, pages);
      expect(await left(), `ended after page ${pages}`).toEqual(sorted(ids));
      await Promise.all([db.pages.clear(), db.inventories.clear()]);
    }
  });
});
