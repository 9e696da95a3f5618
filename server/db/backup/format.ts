import * as z from 'zod/mini';
import { type Keys, keyedHash } from '../../keys.ts';

/**
 * A backup is a gzip of JSON lines. First comes the head, then each table: its name and columns, then its rows in
 * portions. Then come counters and files, and at the end the totals. Values are written as PostgreSQL's own text, as in
 * its dumps, so a backup of one kind of database can be restored into the other kind.
 */
export const headSchema = z.object({
  format: z.literal('konomanavi-backup'),
  version: z.literal(1),
  /** ISO 8601. */
  made: z.string(),
  /** Hashes of the migrations that the tables carry, oldest first. */
  migrations: z.array(z.string()),
  /** Tells whether two servers have the same secret, and reveals nothing of it. */
  secret: z.string(),
});
export type Head = z.output<typeof headSchema>;

const counts = z.record(z.string(), z.number());
export const lineSchema = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ rows: z.array(z.array(z.nullable(z.string()))) }),
  z.object({ counter: z.tuple([z.string(), z.string()]), last: z.string(), called: z.boolean() }),
  z.object({ file: z.uuid(), data: z.string() }),
  z.object({ end: z.object({ rows: counts, files: z.number() }) }),
]);
export type Line = z.output<typeof lineSchema>;

export const secretMark = (keys: Keys) => keyedHash(keys, 'backup', 'same secret');

/** What a backup holds. */
export type Contents = { rows: Record<string, number>; files: number };

export const rowsIn = ({ rows }: Contents) => Object.values(rows).reduce((sum, count) => sum + count, 0);
