import type { Course } from '#contracts/course.ts';
import type { Inventory, InventoryPage } from '#contracts/inventory.ts';
import { type CourseRow, type InventoryRow, readRow, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { pageKey, savePage } from '#shared/lib/mirror/pages.ts';
import { pruneList } from '#shared/lib/mirror/pruneList.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { firstInventoryQuery, type InventoryView, inventoryPath, withoutContents } from './model.ts';

/** Stores a page of the library with its courses, in one transaction. */
export async function saveInventoryPage(
  db: UserDb,
  query: string,
  page: InventoryPage,
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  const ids = page.results.map((item) => item.id);
  await db.transaction('rw', db.pages, db.inventories, db.courses, async () => {
    await putInventories(db, page.results, savedAt);
    await savePage(db, { path: inventoryPath, query, list: 'inventory', ids, page, savedAt });
    const saved = { path: inventoryPath, list: 'inventory', first: firstInventoryQuery, query };
    await pruneList(db, saved, {
      table: db.inventories,
      keys: () => db.inventories.toCollection().primaryKeys(),
      isOlder: (row) => isOlder(row, startedAt),
    });
  });
}

/** Stores one item of the library with its course. */
export async function saveInventory(db: UserDb, item: Inventory, savedAt: number): Promise<void> {
  await db.transaction('rw', db.inventories, db.courses, () => putInventories(db, [item], savedAt));
}

/** A stored page; `null` when it is not on the device. */
export async function readInventoryPage(
  db: UserDb,
  query: string,
): Promise<StoredAnswer<InventoryView> | null> {
  const page = await db.pages.get(pageKey(inventoryPath, query));
  if (!page) return null;
  const rows = await db.inventories.bulkGet(page.ids);
  const items = rows.flatMap((row) => readRow(row) ?? []);
  const { count, next, previous, complete_count } = page;
  const data = { items, count, next, previous, complete_count: complete_count ?? 0 };
  return { data, savedAt: page.saved_at };
}

/** A stored item with the table of contents of its course; `null` when it is not on the device. */
export async function readInventory(db: UserDb, id: string): Promise<StoredAnswer<Inventory> | null> {
  const row = await db.inventories.get(id);
  const item = readRow(row);
  if (!row || !item) return null;
  const course = readRow(await db.courses.get(row.course)) ?? item.course;
  return { data: { ...item, course }, savedAt: row.saved_at };
}

/** How many rows are read at once; 10 000 in one read would block scrolling (performance.md 3). */
const rowsAtOnce = 500;

/**
 * Every item on the device, without tables of contents. Read in pieces, but in one transaction, so that they fit
 * together.
 */
export function readAllInventories(db: UserDb): Promise<Inventory[]> {
  return db.transaction('r', db.inventories, async () => {
    const items: Inventory[] = [];
    let last = '';
    for (let isMore = true; isMore; ) {
      const rows = await db.inventories.where(':id').above(last).limit(rowsAtOnce).toArray();
      items.push(...rows.flatMap((row) => readRow(row) ?? []));
      isMore = rows.length === rowsAtOnce;
      last = rows.at(-1)?.id ?? '';
    }
    return items;
  });
}

/** Deletes an item the learner may no longer see, with its table of contents. */
export async function forgetInventory(db: UserDb, id: string): Promise<void> {
  await db.transaction('rw', db.inventories, db.courses, async () => {
    const row = await db.inventories.get(id);
    await db.inventories.delete(id);
    if (row) await db.courses.delete(row.course);
  });
}

async function putInventories(db: UserDb, items: Inventory[], savedAt: number): Promise<void> {
  await db.inventories.bulkPut(items.map((item) => inventoryRow(item, savedAt)));
  // A list may send courses without their contents. Then the contents from an item's own answer are kept.
  const whole = items.map((item) => item.course).filter((course) => course.course_chapter.length > 0);
  await db.courses.bulkPut(whole.map((course) => courseRow(course, savedAt)));
}

function inventoryRow(item: Inventory, savedAt: number): InventoryRow {
  const value = { ...item, course: withoutContents(item.course) };
  return { ...stored(value, savedAt), id: item.id, course: item.course.id };
}

function courseRow(course: Course, savedAt: number): CourseRow {
  return { ...stored(course, savedAt), id: course.id };
}
