import { getTableColumns, getTableName, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/client.ts';

type KeyedTable = PgTable & { id: PgColumn; key: PgColumn };

/** Columns that an import never changes on a row that is there. */
const kept = new Set(['id', 'key', 'created']);

/**
 * For `onConflictDoUpdate`, when the pack key exists already: takes every new value, but leaves a row with the same
 * content alone. So `modified` tells when something really changed.
 */
export function overwrite(table: KeyedTable) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !kept.has(name));
  const compared = columns.filter(([name]) => name !== 'modified').map(([, column]) => column.name);
  const list = (source: string) => compared.map((name) => `"${source}"."${name}"`).join(', ');
  return {
    target: table.key,
    set: Object.fromEntries(columns.map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)])),
    setWhere: sql.raw(`(${list(getTableName(table))}) is distinct from (${list('excluded')})`),
  };
}

/** Row numbers by pack key. */
export async function idsByKey(tx: Tx, table: KeyedTable, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.select({ id: table.id, key: table.key }).from(table).where(inArray(table.key, keys));
  return new Map(rows.map((row) => [String(row.key), Number(row.id)]));
}

/** The number of a key that was stored just now. */
export function idOf(ids: Map<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`no row for ${key}`);
  return id;
}
