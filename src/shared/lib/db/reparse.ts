import type { Table } from 'dexie';
import type * as z from 'zod/mini';
import { courseSchema } from '#contracts/course.ts';
import { inventorySchema } from '#contracts/inventory.ts';
import { bookmarkSchema } from '#contracts/marks.ts';
import { dashboardSchema, noticeSchema, watchSchema } from '#contracts/study.ts';
import { rowVersion, type Stored } from './rows.ts';
import type { UserDb } from './schema.ts';

/** The meta row with the version of the contracts that the tables below were last parsed with. */
const doneKey = 'rows.version';

/** Parses a stored value with the current contract; `null`: it can no longer be read. */
export function reparsed<Row extends Stored<unknown>>(row: Row, schema: z.ZodMiniType): Row | null {
  const read = schema.safeParse(row.value);
  return read.success ? { ...row, v: rowVersion, value: read.data } : null;
}

/**
 * Updates the rows that first screens read without a schema (`readRow`) to the contracts of this version. Unreadable
 * rows are deleted, because the server has them (offline.md 5.4). Does nothing if an earlier start has done it.
 */
export async function reparse(db: UserDb): Promise<void> {
  const done = await db.meta.get(doneKey);
  if (done?.value === rowVersion) return;
  await reparseTable(db.inventories, inventorySchema);
  await reparseTable(db.courses, courseSchema);
  await reparseTable(db.bookmarks, bookmarkSchema);
  await reparseTable(db.notices, noticeSchema);
  // A watch history may still wait to be sent: it stays, readable or not.
  await reparseTable(db.watches, watchSchema, 'keep');
  const today = await db.singles.get('dashboard');
  const fresh = today ? reparsed(today, dashboardSchema) : null;
  if (fresh !== null) await db.singles.put(fresh);
  await db.meta.put({ key: doneKey, value: rowVersion });
}

/** `unreadable`: what to do with rows that this contract cannot read; they may be of another kind. */
async function reparseTable<Row extends Stored<unknown>>(
  table: Table<Row, string>,
  schema: z.ZodMiniType,
  unreadable: 'drop' | 'keep' = 'drop',
): Promise<void> {
  await table.toCollection().modify((row, cursor) => {
    if (row.v === rowVersion) return;
    const fresh = reparsed(row, schema);
    if (fresh) cursor.value = fresh;
    else if (unreadable === 'drop') Reflect.deleteProperty(cursor, 'value');
  });
}
