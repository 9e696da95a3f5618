import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { getTableName, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queryRows, type Tx } from '../client.ts';
import { syncPath } from '../durableFolder.ts';
import { supportFiles } from '../schema/support.ts';
import { type Contents, type Head, type Line, secretMark } from './format.ts';
import { carriedMigrations, ownTables, prepareTransfer, sequenceOf, type Table } from './shape.ts';

/** There is nothing to save, or no place to put it; Japanese. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Rows read at once. */
const portion = 200;

async function* rowsOf(tx: Tx, table: Table): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`);
  const row = sql`to_json(array[${sql.join(values, sql`, `)}])::text as row`;
  await tx.execute(sql`declare saved no scroll cursor for select ${row} from ${sql.identifier(table.name)}`);
  for (;;) {
    const rows = await queryRows<{ row: string }>(tx, sql.raw(`fetch ${portion} from saved`));
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < portion) break;
  }
  await tx.execute(sql`close saved`);
}

async function* countersOf(tx: Tx, table: Table): AsyncGenerator<Line> {
  for (const { name } of table.columns.filter(({ isNumbered }) => isNumbered)) {
    const [found] = await queryRows<{ name: string }>(
      tx,
      sql`select ${sequenceOf(table.name, name)}::text as name`,
    );
    if (!found) continue;
    const [counter] = await queryRows<{ last: string; called: boolean }>(
      tx,
      sql`select last_value::text as last, is_called as called from ${sql.raw(found.name)}`,
    );
    if (counter) yield { counter: [table.name, name], last: counter.last, called: counter.called };
  }
}

/** The tables as they are at one moment, whatever is written meanwhile. Answers the files that their rows name. */
async function* tableLines(tx: Tx, contents: Contents): AsyncGenerator<string, string[]> {
  const tables = await ownTables(tx);
  for (const table of tables) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) });
    let count = 0;
    for await (const rows of rowsOf(tx, table)) {
      count += rows.length;
      yield `{"rows":[${rows.join(',')}]}`;
    }
    contents.rows[table.name] = count;
  }
  // After the rows: a counter is never set back, so its value is above every number that was read.
  for (const table of tables)
    for await (const counter of countersOf(tx, table)) yield JSON.stringify(counter);
  // The tables of a much older version know no files.
  if (!tables.some(({ name }) => name === getTableName(supportFiles))) return [];
  return (await tx.select({ id: supportFiles.id }).from(supportFiles)).map(({ id }) => id);
}

async function* backupLines(tx: Tx, deps: Deps, contents: Contents): AsyncGenerator<string> {
  await prepareTransfer(tx);
  const migrations = await carriedMigrations(tx);
  if (migrations.length === 0) throw new BackupError('データベースがまだ作られていません。');
  const head: Head = {
    format: 'konomanavi-backup',
    version: 1,
    made: new Date(deps.clock.now()).toISOString(),
    migrations,
    secret: secretMark(deps.keys),
  };
  yield `${JSON.stringify(head)}\n`;
  const tables = tableLines(tx, contents);
  let next = await tables.next();
  for (; !next.done; next = await tables.next()) yield `${next.value}\n`;
  for (const file of next.value) {
    const data = await deps.files.read(file);
    if (!data) continue;
    contents.files += 1;
    yield `${JSON.stringify({ file, data: Buffer.from(data).toString('base64') } satisfies Line)}\n`;
  }
  yield `${JSON.stringify({ end: contents } satisfies Line)}\n`;
}

async function assertPlace(path: string): Promise<void> {
  if ((await stat(path).catch(() => null))?.isDirectory())
    throw new BackupError(`フォルダーではなく、ファイルの名前を指定してください: ${path}`);
  if (!(await stat(dirname(path)).catch(() => null))?.isDirectory())
    throw new BackupError(`フォルダーがありません: ${dirname(path)}`);
}

/**
 * Saves database and attached files as they are at one moment, while the server runs on. The file gets its name only
 * when it is complete and on the disk, and only its owner may read it. Throws `BackupError`.
 */
export async function saveBackup(deps: Deps, path: string): Promise<Contents> {
  await assertPlace(path);
  const contents: Contents = { rows: {}, files: 0 };
  const part = `${path}.${randomUUID()}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await deps.db.transaction(
        async (tx) => {
          const packed = createGzip();
          await Promise.all([
            pipeline(Readable.from(backupLines(tx, deps, contents)), packed),
            handle.writeFile(packed),
          ]);
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
    if (process.platform !== 'win32') await syncPath(dirname(path));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return contents;
}
