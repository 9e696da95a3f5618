import { sql } from 'drizzle-orm';
import { type OpenDb, openPostgres } from '../server/db/client.ts';
import { findPostgres, startPostgres } from '../server/testing/postgres.ts';

/** Measures with the address of an own, empty PostgreSQL; no rows if this machine has none. */
export async function atOwnPostgres<Row>(measure: (url: string) => Promise<Row[]>): Promise<Row[]> {
  const programs = findPostgres();
  if (programs === null) return [];
  const cluster = await startPostgres(programs);
  try {
    const admin = openPostgres(cluster.url('postgres'), 1);
    await admin.db.execute(sql`create database bench`);
    await admin.close();
    return await measure(cluster.url('bench'));
  } finally {
    await cluster.stop();
  }
}

/** Measures on an own, empty PostgreSQL; no rows if this machine has none. */
export function onPostgres<Row>(measure: (db: OpenDb) => Promise<Row[]>): Promise<Row[]> {
  return atOwnPostgres((url) => measure(openPostgres(url)));
}
