import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Db, queryRows, type Tx } from '../client.ts';
import { migrationsFolder } from '../migrate.ts';

/** The migrations that this program knows, oldest first. */
export const knownMigrations = () => readMigrationFiles({ migrationsFolder });

/** Hashes of the migrations that a database carries, oldest first; none: it has no tables yet. */
export async function carriedMigrations(db: Db): Promise<string[]> {
  const [found] = await queryRows<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!found?.name) return [];
  const rows = await queryRows<{ hash: string }>(
    db,
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash }) => hash);
}

/** A column with its type as SQL writes it; `isNumbered`: the database counts it up itself. */
export type Column = { name: string; type: string; isNumbered: boolean };
export type Table = { name: string; columns: Column[] };

/** Tables that our migrations have made. Other tables in the same database are ignored. */
export async function ownTables(db: Db): Promise<Table[]> {
  const made = knownMigrations().flatMap(({ sql: statements }) =>
    statements.flatMap((text) => [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/gi)]),
  );
  const names = JSON.stringify(made.map((match) => match[1]));
  return queryRows<Table>(
    db,
    sql`select c.relname as name,
          json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
            'isNumbered', a.attidentity <> '') order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and c.relname in (select jsonb_array_elements_text(${names}::jsonb))
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        group by c.relname order by c.relname`,
  );
}

/**
 * Sets how values are written and read as text, whatever the connection is set to. Also lifts the time limit of the
 * transaction.
 */
export async function prepareTransfer(tx: Tx): Promise<void> {
  const settings = {
    statement_timeout: '0',
    timezone: 'UTC',
    datestyle: 'ISO, MDY',
    bytea_output: 'hex',
    extra_float_digits: '1',
  };
  for (const [name, value] of Object.entries(settings))
    await tx.execute(sql`select set_config(${name}, ${value}, true)`);
}

/** The counter behind a numbered column. */
export const sequenceOf = (table: string, column: string) =>
  sql`pg_get_serial_sequence(${`public."${table}"`}, ${column})`;
