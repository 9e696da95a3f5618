import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as runOnPostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as runOnPglite } from 'drizzle-orm/pglite/migrator';
import type { Pool } from 'pg';

/** Folder of the SQL files that drizzle-kit writes (`npm run db -- generate`). */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Number of the advisory lock that keeps two starting processes from migrating at once. */
export const migrationLock = 5_606_771;

/** The stored tables were made by other migrations than this program has. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError';
  constructor() {
    super(
      'データベースの形がこのバージョンと合いません。開発中のデータなら、データフォルダ (.data) を消してからもう一度起動してください。',
    );
  }
}

async function assertKnownHistory(db: NodePgDatabase | PgliteDatabase): Promise<void> {
  const found = (await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`)) as {
    rows: { name: string | null }[];
  };
  if (!found.rows[0]?.name) return;
  const applied = (await db.execute(sql`select hash from drizzle.__drizzle_migrations`)) as {
    rows: { hash: string }[];
  };
  const known = new Set(readMigrationFiles({ migrationsFolder }).map((migration) => migration.hash));
  if (applied.rows.some((row) => !known.has(row.hash))) throw new SchemaMismatchError();
}

/** Migrates an embedded database; throws `SchemaMismatchError` for one of another history. */
export async function migratePglite(db: PgliteDatabase): Promise<void> {
  await assertKnownHistory(db);
  await runOnPglite(db, { migrationsFolder });
}

/** Migrates PostgreSQL on one connection under an advisory lock; throws `SchemaMismatchError`. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect();
  const db = drizzle(client);
  try {
    await db.execute(sql`set statement_timeout = 0`);
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await assertKnownHistory(db);
    await runOnPostgres(db, { migrationsFolder });
  } finally {
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
    client.release(true);
  }
}
