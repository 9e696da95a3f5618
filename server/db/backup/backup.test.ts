import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import type { Deps } from '../../deps.ts';
import { folderFiles } from '../../files/store.ts';
import { deriveKeys } from '../../keys.ts';
import { giveCourse, storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { otherDb } from '../../testing/testDb.ts';
import { testPassword } from '../../testing/users.ts';
import { type OpenDb, queryRows } from '../client.ts';
import { supportFiles } from '../schema/support.ts';
import { settings } from '../schema/system.ts';
import { rowsIn } from './format.ts';
import { openBackup } from './read.ts';
import { restoreBackup } from './restore.ts';
import { saveBackup } from './save.ts';
import { carriedMigrations, knownMigrations, ownTables } from './shape.ts';

const opened: OpenDb[] = [];
/** One database serves all tests in which no restore succeeds, because opening one is slow. */
let untouched: OpenDb | null = null;
let folder: string;
let file: string;
let app: TestApp;
beforeEach(async () => {
  folder = await emptyFolder();
  file = join(folder, 'backup');
  app = await createTestApp({ config: { filesDir: join(folder, 'files') } });
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

/** A server to restore to: its own database and folder, the same secret. */
async function target(): Promise<Deps> {
  const database = await otherDb();
  opened.push(database);
  return { ...app.deps, db: database.db, files: folderFiles(join(folder, 'restored')) };
}

async function untouchedTarget(): Promise<Deps> {
  untouched ??= await otherDb();
  return { ...app.deps, db: untouched.db, files: folderFiles(join(folder, 'restored')) };
}

afterAll(async () => {
  await untouched?.close();
});

/** Everything in a database, as text, with its counters. */
async function everything({ db }: Pick<Deps, 'db'>) {
  const tables = await ownTables(db);
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      await queryRows(db, sql`select t::text as row from ${sql.identifier(name)} t order by 1`),
    ]),
  );
  const counters = await queryRows(
    db,
    sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return { rows: Object.fromEntries(rows), counters };
}

/** A learner with courses, notes and a file, and values that are easily lost on the way. */
async function fill(): Promise<{ email: string; file: string }> {
  const me = await app.signIn();
  const course = await storeCourse(app.deps);
  await giveCourse(app.deps, me.id, course.id);
  const note = { id: randomUUID(), lesson: course.lessonIds[0], sec: 1, rev: 0 };
  const body = 'タブ\t・改行\n・逆斜線\\n・「"」・NULL・😀・{}';
  await app.call('POST', '/api/lms/note/', { token: me.token, json: { ...note, body } });
  const odd = [null, 'null', 0.1 + 0.2, 12345678901234567000, { a: [] }, '\\N'];
  await app.db.insert(settings).values({ name: 'odd', value: odd, modified: new Date(app.clock.now()) });
  await app.db.execute(sql`insert into settings values ('json null', 'null'::jsonb, 'infinity')`);
  const attached = randomUUID();
  await app.deps.files.put(attached, Buffer.from('%PDF-1.4 \u0000 \n'));
  await app.db.insert(supportFiles).values({
    ...{ id: attached, userId: me.id, name: 'a.pdf', type: 'application/pdf', size: 12 },
    created: new Date(app.clock.now()),
  });
  return { email: me.email, file: attached };
}

describe('a backup', () => {
  it('brings everything back: rows, counters, files, and the learner logs in', async () => {
    const { email, file: attached } = await fill();
    const saved = await saveBackup(app.deps, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining('.part'));
    const restored = await target();
    const { contents, hasSameSecret } = await restoreBackup(restored, file, { mayReplace: false });
    expect([contents, hasSameSecret]).toEqual([saved, true]);
    expect(rowsIn(contents)).toBeGreaterThan(10);
    const before = await everything(app.deps);
    expect(await everything(restored)).toEqual(before);
    expect(await restored.files.read(attached)).toEqual(await app.deps.files.read(attached));

    const server = createApp(restored);
    const login = await server.request('/accounts/login/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: testPassword }),
    });
    expect(login.status).toBe(200);
    const [made] = await queryRows<{ id: number }>(
      restored.db,
      sql`insert into users (email, password_hash) values ('new@example.jp', 'x') returning id`,
    );
    const [last] = await queryRows<{ id: number }>(app.db, sql`select max(id) as id from users`);
    expect(made?.id).toBe(Number(last?.id) + 1);
    await expect(
      restored.db.execute(
        sql`insert into sessions (user_id, created, last_seen) values (99999, now(), now())`,
      ),
    ).rejects.toThrow();
  });

  it('is of one moment while learners go on writing', async () => {
    const me = await app.signIn();
    const add = (at: number) =>
      app.db.transaction(async (tx) => {
        const modified = new Date(app.clock.now());
        await tx.insert(settings).values({ name: `first ${at}`, value: 1, modified });
        await tx.execute(sql`update users set goal = ${String(at)} where id = ${me.id}`);
      });
    const writing = (async () => {
      for (let at = 1; at <= 40; at += 1) await add(at);
    })();
    await saveBackup(app.deps, file);
    await writing;
    const restored = await target();
    await restoreBackup(restored, file, { mayReplace: false });
    const [found] = await queryRows<{ goal: string | null; count: number }>(
      restored.db,
      sql`select goal, (select count(*)::int from settings where name like 'first %') as count from users`,
    );
    expect(Number(found?.goal ?? 0)).toBe(found?.count);
  });

  it('replaces what is there only when told to', async () => {
    await fill();
    await saveBackup(app.deps, file);
    const saved = await everything(app.deps);
    const other = await target();
    await other.db.execute(sql`insert into users (email, password_hash) values ('other@example.jp', 'x')`);
    await expect(restoreBackup(other, file, { mayReplace: false })).rejects.toThrow('--replace');
    expect(await queryRows(other.db, sql`select email from users`)).toEqual([{ email: 'other@example.jp' }]);
    await restoreBackup(other, file, { mayReplace: true });
    expect(await everything(other)).toEqual(saved);
  });

  it.each([
    ['cut off', (content: Buffer) => content.subarray(0, content.length - 40)],
    ['without its end', (content: Buffer) => withLines(content, (lines) => lines.slice(0, -1))],
    ['without a row', (content: Buffer) => withLines(content, (lines) => lines.filter(isNoSetting))],
    ['of a column that is not there', (content: Buffer) => replaced(content, '"email"', '"e_mail"')],
    [
      'with a row that refers to nothing',
      (content: Buffer) =>
        replaced(content, /(\{"table":"sessions"[^\n]*\n\{"rows":\[\["[^"]+",)"\d+"/, '$1"99999"'),
    ],
    ['of a newer version', (content: Buffer) => replaced(content, /"migrations":\[/, '"migrations":["x",')],
    ['of something else', () => gzipSync('{"a":1}\n')],
    ['of no gzip at all', () => Buffer.from('hello')],
  ])('%s leaves the old data as they are', async (what, damage) => {
    await fill();
    await saveBackup(app.deps, file);
    const content = damage(readFileSync(file));
    if (what === 'of a number that refers to nothing') {
      writeFileSync(
        file,
        replaced(content, /(\{"table":"sessions"[^\n]*\n\{"rows":\[\["[^"]+",)"\d+"/, '$1"99999"'),
      );
    } else writeFileSync(file, content);
    const other = await untouchedTarget();
    await other.db.execute(
      sql`insert into users (email, password_hash) values ('other@example.jp', 'x') on conflict do nothing`,
    );
    const before = await everything(other);
    await expect(restoreBackup(other, file, { mayReplace: true })).rejects.toThrow();
    expect(await everything(other)).toEqual(before);
  });

  it('cut off is told of whenever its reader comes to the end', async () => {
    await fill();
    await saveBackup(app.deps, file);
    const content = readFileSync(file);
    writeFileSync(file, content.subarray(0, content.length - 40));
    const readAll = async (pace: number) => {
      const { lines } = await openBackup(file);
      for await (const _ of lines) await pause(pace);
    };
    const told = Array.from({ length: 40 }, (_, i) => readAll(i % 4).catch((error: Error) => error.name));
    expect(new Set(await Promise.all(told))).toEqual(new Set(['RestoreError']));
  });

  it('of an older version is brought to the present shape', async () => {
    const older = await target();
    const names = (await ownTables(older.db)).map(({ name }) => sql.identifier(name));
    await older.db.execute(sql`drop table ${sql.join(names, sql`, `)}`);
    const first = knownMigrations().slice(0, 2);
    for (const migration of first)
      for (const statement of migration.sql) await older.db.execute(sql.raw(statement));
    const hashes = sql.join(
      first.map(({ hash }) => sql`${hash}`),
      sql`, `,
    );
    await older.db.execute(sql`delete from drizzle.__drizzle_migrations where hash not in (${hashes})`);
    await older.db.execute(sql`insert into users (email, password_hash) values ('old@example.jp', 'x')`);
    await saveBackup(older, file);
    const restored = await target();
    await restoreBackup(restored, file, { mayReplace: false });
    expect(await queryRows(restored.db, sql`select email, goal from users`)).toEqual([
      { email: 'old@example.jp', goal: null },
    ]);
    expect(await ownTables(restored.db)).toEqual(await ownTables(app.db));
    expect(await carriedMigrations(restored.db)).toEqual(await carriedMigrations(app.db));
  });

  it('tells when the secret is another one, and what else lies in its folder stays', async () => {
    await saveBackup(app.deps, file);
    appendFileSync(join(folder, 'beside'), 'x');
    await saveBackup(app.deps, file);
    const keys = await deriveKeys('another secret of another server');
    const restored = await restoreBackup({ ...(await target()), keys }, file, { mayReplace: false });
    expect(restored.hasSameSecret).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['backup', 'beside']);
    await expect(saveBackup(app.deps, folder)).rejects.toThrow('フォルダーではなく');
    await expect(saveBackup(app.deps, join(folder, 'none', 'x'))).rejects.toThrow('フォルダーがありません');
    await expect(restoreBackup(await target(), join(folder, 'none'), { mayReplace: false })).rejects.toThrow(
      'ファイルがありません',
    );
  });
});

function withLines(content: Buffer, change: (lines: string[]) => string[]): Buffer {
  const lines = gunzipSync(content).toString().trimEnd().split('\n');
  return gzipSync(`${change(lines).join('\n')}\n`);
}

const isNoSetting = (line: string) => !line.includes('"json null"');

function replaced(content: Buffer, from: string | RegExp, to: string): Buffer {
  return gzipSync(gunzipSync(content).toString().replace(from, to));
}
