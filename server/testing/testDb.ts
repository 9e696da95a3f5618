import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { type Db, type OpenDb, openPglite, openPostgres, queryRows } from '../db/client.ts';

/** Which database the tests of this run use. */
export const testDbKind = process.env.TEST_DB === 'postgres' ? 'postgres' : 'pglite';

let opened: Promise<OpenDb> | null = null;
let emptying: Promise<string> | null = null;

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

/** The migrated database of this test worker; opened only once. */
export function workerDb(): Promise<OpenDb> {
  opened ??= testDbKind === 'postgres' ? copyPostgres() : openEmbedded();
  return opened;
}

/** Address of the database of this test worker, for another process. Only on PostgreSQL, after `workerDb`. */
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

/** A block of statements that leaves nothing in any table and restarts all numbers. */
async function emptyingOf(db: Db): Promise<string> {
  const names = await queryRows<{ name: string }>(
    db,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const numbers = await queryRows<{ name: string }>(
    db,
    sql`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  );
  const deletes = names.map(({ name }) => `delete from ${name};`);
  const restarts = numbers.map(({ name }) => `perform setval('${name}', 1, false);`);
  // In the replica role no foreign key is checked, so the order of the tables does not matter.
  const work = ['set local session_replication_role = replica;', ...deletes, ...restarts];
  return `do $$ begin ${work.join(' ')} end $$`;
}

/**
 * Empties every table and restarts its numbers. `truncate` makes new files for each table and index, which takes 20
 * times as long for the few rows of a test.
 */
export async function emptyTables(db: Db): Promise<void> {
  emptying ??= emptyingOf(db);
  await db.execute(sql.raw(await emptying));
}
