import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { type Db, type OpenDb, openPglite, openPostgres, queryRows } from '../db/client.ts';

/** Which database the tests of this run use. */
export const testDbKind = process.env.TEST_DB === 'postgres' ? 'postgres' : 'pglite';

let opened: Promise<OpenDb> | null = null;
let tables: Promise<{ name: string }[]> | null = null;

async function openEmbedded(): Promise<OpenDb> {
  return openPglite({ loadDataDir: new Blob([readFileSync(inject('pgliteDump'))]) });
}

/** Copies the migrated database of the run's cluster for this worker. */
async function copyPostgres(name = `worker_${process.pid}`, program?: string): Promise<OpenDb> {
  const template = inject('postgresTemplate');
  if (template === null) throw new Error('no PostgreSQL');
  const address = new URL(template);
  const source = address.pathname.slice(1);
  address.pathname = '/postgres';
  const admin = openPostgres(address.href, 1);
  await queryRows(admin.db, sql.raw(`create database ${name} template ${source}`));
  await admin.close();
  address.pathname = `/${name}`;
  return openPostgres(address.href, 8, program);
}

/** The migrated database of this test worker; opened once. */
export function workerDb(): Promise<OpenDb> {
  opened ??= testDbKind === 'postgres' ? copyPostgres() : openEmbedded();
  return opened;
}

/** Address of the database of this test worker, for a process beside it. Only on PostgreSQL, after `workerDb`. */
export function workerUrl(): string {
  const address = new URL(inject('postgresTemplate') ?? '');
  address.pathname = `/worker_${process.pid}`;
  return address.href;
}

let others = 0;

/** One more migrated and empty database, as a command opens it; the caller closes it. */
export function otherDb(): Promise<OpenDb> {
  others += 1;
  const name = `other_${process.pid}_${others}`;
  return testDbKind === 'postgres' ? copyPostgres(name, 'konomanavi-command') : openEmbedded();
}

/** Empties every table that holds something and restarts its numbers. Emptying an empty one costs as much. */
export async function emptyTables(db: Db): Promise<void> {
  tables ??= queryRows<{ name: string }>(
    db,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const names = (await tables).map((table) => table.name);
  const look = names
    .map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
    .join(' union all ');
  const filled = (await queryRows<{ name: string }>(db, sql.raw(look))).map((row) => row.name);
  if (filled.length > 0) await db.execute(sql.raw(`truncate ${filled.join(', ')} restart identity cascade`));
}
