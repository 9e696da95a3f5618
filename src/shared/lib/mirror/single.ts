import type * as z from 'zod/mini';
import { readValue, stored } from '../db/rows.ts';
import type { UserDb } from '../db/schema.ts';
import { getJson } from '../http/json.ts';
import type { Query } from '../transport/query.ts';
import { type Mirror, useMirror } from './mirror.ts';
import { syncAnswer } from './sync.ts';

/**
 * One answer of the server that is stored as a whole. `name`: group of answers that are refreshed together; its first
 * part is the feature.
 */
export type SingleOptions<Schema extends z.ZodMiniType> = {
  name: readonly string[];
  path: string;
  query?: Query;
  schema: Schema;
  isEnabled?: boolean;
};

const keyOf = (name: readonly string[]) => name.join(':');

/** Stores an answer that came with another call, such as a change. */
export async function keepSingle(
  db: UserDb,
  name: readonly string[],
  value: unknown,
  savedAt: number,
): Promise<void> {
  await db.singles.put({ ...stored(value, savedAt), key: keyOf(name) });
}

/** Fetches an answer and stores it. */
export function syncSingle<Schema extends z.ZodMiniType>(
  db: UserDb,
  { name, path, query, schema }: SingleOptions<Schema>,
  signal: AbortSignal,
): Promise<number> {
  const key = keyOf(name);
  return syncAnswer({
    signal,
    fetch: (options) => getJson(path, { query, schema, slot: key, ...options }),
    save: (answer, { savedAt }) => keepSingle(db, name, answer, savedAt),
    forget: () => db.singles.delete(key),
    hasCopy: async () => (await db.singles.get(key)) !== undefined,
  });
}

/** The answer as it is now, past the stored one: for addresses in it that have expired. */
export function askSingle<Schema extends z.ZodMiniType>({
  path,
  query,
  schema,
}: SingleOptions<Schema>): Promise<z.output<Schema>> {
  return getJson(path, { query, schema, whileMaintenance: 'stay' });
}

/** The stored answer, live, and refreshed when possible (architecture.md 3). */
export function useSingle<Schema extends z.ZodMiniType>(
  options: SingleOptions<Schema>,
): Mirror<z.output<Schema>> {
  const { name, schema, isEnabled = true } = options;
  return useMirror<z.output<Schema>>({
    queryKey: name,
    sync: (db, signal) => syncSingle(db, options, signal),
    read: async (db) => {
      const row = await db.singles.get(keyOf(name));
      const data = readValue(row, schema);
      return row && data !== undefined ? { data, savedAt: row.saved_at } : null;
    },
    isEnabled,
  });
}
