import { sql } from 'drizzle-orm';
import { type OpenDb, openPostgres } from '../server/db/client.ts';
import { findPostgres, startPostgres } from '../server/testing/postgres.ts';

/** Measures on an own, empty PostgreSQL; no rows if this machine has none. */
export async function onPostgres<Row>(measure: (db: OpenDb) => Promise<Row[]>): Promise<Row[]> {
  const programs = findPostgres();
  if (programs === null) return [];
  const cluster = await startPostgres(programs);
  try {
    const admin = openPostgres(cluster.url('postgres'), 1);
    await admin.db.execute(sql`create database bench`);
    await admin.close();
    return await measure(openPostgres(cluster.url('bench')));
  } finally {
    await cluster.stop();
  }
}
