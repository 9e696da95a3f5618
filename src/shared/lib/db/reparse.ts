import type { Table } from 'dexie';
import type * as z from 'zod/mini';
import { courseSchema } from '#contracts/course.ts';
import { inventorySchema } from '#contracts/inventory.ts';
import { bookmarkSchema } from '#contracts/marks.ts';
import { dashboardSchema, noticeSchema, watchSchema } from '#contracts/study.ts';
import { rowVersion, type Stored } from './rows.ts';
import type { UserDb } from './schema.ts';

/** The meta row that says under which contracts the tables below were last read through. */
const doneKey = 'rows.version';

/** Reads a stored value with the contract of today; `null`: it cannot be read any more. */
export function reparsed<Row extends Stored<unknown>>(row: Row, schema: z.ZodMiniType): Row | null {
  const read = schema.safeParse(row.value);
  return read.success ? { ...row, v: rowVersion, value: read.data } : null;
}

/**
 * Brings the rows that first screens read without a schema (`readRow`) to the contracts of this version; what cannot
 * be read goes, the server has it (offline.md 5.4). Does nothing when a former start has done it.
 */
export async function reparse(db: UserDb): Promise<void> {
  const done = await db.meta.get(doneKey);
  if (done?.value === rowVersion) return;
  await reparseTable(db.inventories, inventorySchema);
  await reparseTable(db.courses, courseSchema);
  await reparseTable(db.bookmarks, bookmarkSchema);
  await reparseTable(db.notices, noticeSchema);
  // What was watched may wait to be sent: it stays, readable or not.
  await reparseTable(db.watches, watchSchema, 'keep');
  const today = await db.singles.get('dashboard');
  const fresh = today ? reparsed(today, dashboardSchema) : null;
  if (fresh !== null) await db.singles.put(fresh);
  await db.meta.put({ key: doneKey, value: rowVersion });
}

/** `unreadable`: what becomes of a row that this contract cannot read; it may be of another kind. */
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
