import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as overPool } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { Pool } from 'pg';
import { durable, syncFolder } from './durableFolder.ts';
import { migratePglite, migratePostgres } from './migrate.ts';
import { planOnce } from './namedStatements.ts';

/** The database as routes see it: the same type for PGlite, PostgreSQL and a running transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;
/** A running transaction. Inside it, use it for every query: on PGlite a query outside of it waits until it ends. */
export type Tx = Db;

export type OpenDb = {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** Brings the tables to the present shape; safe to run in several processes at once. */
  migrate(): Promise<void>;
  /** Waits for running queries and releases files or connections. */
  close(): Promise<void>;
};

/** How long one statement may run on PostgreSQL, milliseconds: the server's limit of specification.md 9. */
const statementTimeout = 10_000;

/**
 * Opens PostgreSQL when there is an address, else the embedded PGlite in the data folder (architecture.md 6). Only one
 * process may have a PGlite folder open: callers take the lock of server/lock.ts first. `program`: the name by which
 * PostgreSQL knows us; a restore sees by it whether a server runs.
 */
export async function openDb(
  options: { databaseUrl: string | null; dataDir: string },
  program = 'konomanavi',
): Promise<OpenDb> {
  if (options.databaseUrl !== null) return openPostgres(options.databaseUrl, 10, program);
  const folder = join(options.dataDir, 'db');
  mkdirSync(folder, { recursive: true });
  const isNew = !existsSync(join(folder, 'PG_VERSION'));
  const opened = await openPglite(durable(folder));
  if (isNew) await syncFolder(folder);
  return opened;
}

/**
 * Opens PGlite with these options; without `dataDir` in memory. It never syncs by itself. A database that must survive
 * a power cut is opened with `durable` (openDb); tests do without.
 */
export async function openPglite(options: PGliteOptions): Promise<OpenDb & { client: PGlite }> {
  const client = await PGlite.create(options);
  planOnce(client);
  const database = overPglite(client);
  return {
    client,
    db: database as unknown as Db,
    kind: 'pglite',
    migrate: () => migratePglite(database),
    close: () => client.close(),
  };
}

/** Opens a pool of connections to PostgreSQL. One connection stays open, so that others see that this program runs. */
export function openPostgres(databaseUrl: string, max = 10, program = 'konomanavi'): OpenDb {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    min: 1,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeout,
    application_name: program,
  });
  pool.on('error', (error) =>
    console.error(JSON.stringify({ level: 'error', event: 'db_pool', message: error.message })),
  );
  return {
    db: overPool(pool) as unknown as Db,
    kind: 'postgres',
    migrate: () => migratePostgres(pool),
    close: () => pool.end(),
  };
}

/** Whether a query got no connection to PostgreSQL in time, because all are used: it was not made. */
export function isOutOfConnections(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'timeout exceeded when trying to connect' || isOutOfConnections(error.cause);
}

/** Throws when the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}

/** Runs hand-written SQL and answers its rows; the caller vouches for their shape. */
export async function queryRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as { rows: Row[] };
  return result.rows;
}

/**
 * A hand-written query of one JSON value, prepared under `name`: PostgreSQL plans it once for each connection. The
 * caller vouches for the shape; times in JSON are ISO 8601 texts. Not for transactions.
 */
export function preparedJson<Json>(
  db: Db,
  name: string,
  query: SQL,
): (values: Record<string, unknown>) => Promise<Json> {
  const find = db
    .select({ json: sql<Json>`(${query})` })
    .from(sql`(values (1)) as one`)
    .prepare(name);
  return async (values) => {
    const [row] = await find.execute(values);
    if (!row) throw new Error(`no row of ${name}`);
    return row.json;
  };
}

/**
 * Runs a query of a hot path under a name: PostgreSQL plans it once for each connection. Its text must always be the
 * same; only its values may differ.
 */
export function planned<Result>(
  query: { prepare(name: string): { execute(): Promise<Result> } },
  name: string,
): Promise<Result> {
  return query.prepare(name).execute();
}

/** A list of ids as one value of a query, for `= any(…)`: a value for each of them takes longer to plan than to find. */
export function uuids(ids: readonly string[]): SQL {
  return sql`${`{${ids.join()}}`}::uuid[]`;
}

/** Rows of a query as a JSON list, in the order of `order`; an empty list when there are none. */
export function jsonList(value: SQL, from: SQL, order?: SQL): SQL {
  const sorted = order ? sql` order by ${order}` : sql``;
  return sql`(select coalesce(json_agg(${value}${sorted}), '[]'::json) from ${from})`;
}
