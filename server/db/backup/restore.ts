import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queryRows, type Tx } from '../client.ts';
import { migrationLock } from '../migrate.ts';
import { type Contents, type Head, type Line, secretMark } from './format.ts';
import { damaged, openBackup, RestoreError } from './read.ts';
import { type Column, knownMigrations, ownTables, prepareTransfer, sequenceOf, type Table } from './shape.ts';

/** Tables that a server fills by itself: rows in them do not mean that the database holds anything. */
const ownRows = new Set(['settings', 'rate_limits', 'content_version']);

async function assertAlone(tx: Tx): Promise<void> {
  const [others] = await queryRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'konomanavi' and pid <> pg_backend_pid()`,
  );
  if (others && others.count > 0)
    throw new RestoreError(
      'サーバーが動いています。すべてのサーバーを終了してから、もう一度実行してください。',
    );
}

async function assertEmpty(tx: Tx, tables: Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => !ownRows.has(table.name))) {
    const rows = await queryRows(tx, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rows.length > 0)
      throw new RestoreError(
        'このデータベースにはすでにデータがあります。消してバックアップの内容に置きかえるには、--replace を付けてください。',
      );
  }
}

/** How many of our migrations the backup has. Migrations are always made and run in the same order. */
function levelOf({ migrations }: Head): number {
  const known = knownMigrations();
  if (migrations.length === 0 || migrations.some((hash, i) => hash !== known[i]?.hash))
    throw new RestoreError(
      'このバックアップは、新しい版か別の版のプログラムで作られています。同じか、より新しい版で復元してください。',
    );
  return migrations.length;
}

async function runMigrations(tx: Tx, from: number, to: number): Promise<void> {
  for (const migration of knownMigrations().slice(from, to))
    for (const statement of migration.sql) await tx.execute(sql.raw(statement));
}

/** Records the migrations as the migrator does, so that it goes on from there. */
async function noteMigrations(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from drizzle.__drizzle_migrations`);
  for (const { hash, folderMillis } of knownMigrations())
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    );
}

/**
 * Drops the references between tables, because rows come in in any order, and disables the triggers, which would change
 * these rows. Answers how to put both back and check the references. Rows that migrations make are in the backup, too.
 */
async function loosen(tx: Tx): Promise<() => Promise<void>> {
  const references = await queryRows<{ table: string; name: string; rule: string }>(
    tx,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text
          in (${sql.join(
            (await ownTables(tx)).map(({ name }) => sql`quote_ident(${name})`),
            sql`, `,
          )})`,
  );
  for (const { table, name } of references)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  const tables = (await ownTables(tx)).map(({ name }) => sql.identifier(name));
  for (const table of tables) {
    await tx.execute(sql`alter table ${table} disable trigger user`);
    await tx.execute(sql`delete from ${table}`);
  }
  return async () => {
    for (const { table, name, rule } of references)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${rule}`));
    for (const table of tables) await tx.execute(sql`alter table ${table} enable trigger user`);
  };
}

type Target = { table: Table; columns: Column[] };

function targetOf(tables: Table[], line: { table: string; columns: string[] }): Target {
  const table = tables.find(({ name }) => name === line.table);
  const columns = line.columns.flatMap((name) => table?.columns.find((column) => column.name === name) ?? []);
  if (!table || columns.length !== line.columns.length) throw damaged();
  return { table, columns };
}

async function insertRows(tx: Tx, { table, columns }: Target, rows: (string | null)[][]): Promise<void> {
  if (rows.some((row) => row.length !== columns.length)) throw damaged();
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map(({ type }, i) => sql.raw(`(value->>${i})::${type}`));
  await tx.execute(
    sql`insert into ${sql.identifier(table.name)} (${sql.join(names, sql`, `)}) overriding system value
        select ${sql.join(values, sql`, `)} from json_array_elements(${JSON.stringify(rows)}::json)`,
  );
}

async function setCounter(tx: Tx, [table, column]: [string, string], last: string, called: boolean) {
  await tx.execute(sql`select setval(${sequenceOf(table, column)}::regclass, ${last}::bigint, ${called})`);
}

async function load(tx: Tx, deps: Deps, lines: AsyncGenerator<Line>): Promise<Contents> {
  const tables = await ownTables(tx);
  const contents: Contents = { rows: {}, files: 0 };
  let target: Target | null = null;
  for await (const line of lines) {
    if ('table' in line) {
      target = targetOf(tables, line);
      contents.rows[line.table] = 0;
    } else if ('rows' in line) {
      if (!target) throw damaged();
      await insertRows(tx, target, line.rows);
      contents.rows[target.table.name] = (contents.rows[target.table.name] ?? 0) + line.rows.length;
    } else if ('counter' in line) await setCounter(tx, line.counter, line.last, line.called);
    else if ('file' in line) {
      await deps.files.put(line.file, Buffer.from(line.data, 'base64'));
      contents.files += 1;
    } else if (!isSame(line.end, contents)) throw damaged();
  }
  return contents;
}

function isSame(told: Contents, found: Contents): boolean {
  const names = new Set([...Object.keys(told.rows), ...Object.keys(found.rows)]);
  return told.files === found.files && [...names].every((name) => told.rows[name] === found.rows[name]);
}

export type Restored = { contents: Contents; made: string; hasSameSecret: boolean };

/**
 * Replaces what the database holds by a backup, in one transaction: afterwards everything is there, or nothing has
 * changed. Tables come back as they were saved and are then brought to the present shape. The database must be migrated
 * already, and no server may run on it. Files that a failed restore left are swept. Throws `RestoreError`.
 */
export async function restoreBackup(
  deps: Deps,
  path: string,
  options: { mayReplace: boolean },
): Promise<Restored> {
  const { head, lines } = await openBackup(path);
  const level = levelOf(head);
  const contents = await deps.db.transaction(async (tx) => {
    await prepareTransfer(tx);
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await assertAlone(tx);
    const before = await ownTables(tx);
    if (!options.mayReplace) await assertEmpty(tx, before);
    const names = before.map(({ name }) => sql.identifier(name));
    await tx.execute(sql`drop table ${sql.join(names, sql`, `)}`);
    await runMigrations(tx, 0, level);
    const fasten = await loosen(tx);
    const loaded = await load(tx, deps, lines);
    await fasten();
    await runMigrations(tx, level, knownMigrations().length);
    await noteMigrations(tx);
    return loaded;
  });
  return { contents, made: head.made, hasSameSecret: head.secret === secretMark(deps.keys) };
}
