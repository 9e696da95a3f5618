import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';
import { openPglite, queryRows } from './client.ts';
import { migrationsFolder } from './migrate.ts';

type Journal = { entries: { tag: string }[] };

/** The first `count` migrations only, as an older version of this program brought them. */
function olderMigrations(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

/** A database as `count` migrations left it, with what `rows` (SQL) put there, brought to the present shape. */
async function broughtForward(count: number, rows: string) {
  const folder = olderMigrations(count);
  const database = await openPglite({});
  await migrate(drizzle(database.client), { migrationsFolder: folder });
  await database.client.exec(rows);
  await database.migrate();
  rmSync(folder, { recursive: true });
  return database;
}

it.each([1, 2])(
  'a database of %i migrations comes to the present shape with what it holds',
  async (count) => {
    const database = await broughtForward(
      count,
      `insert into users (email, password_hash, family_name) values ('old@example.jp', 'x', '山田')`,
    );
    const users = await queryRows(database.db, sql`select email, family_name from users`);
    expect(users).toEqual([{ email: 'old@example.jp', family_name: '山田' }]);
    await database.migrate();
    await database.close();
  },
);

it('a lesson seen to its end before that time was kept takes the time it was last watched', async () => {
  // The course and the lesson themselves do not matter here, so the references to them are not checked.
  const database = await broughtForward(
    8,
    `set session_replication_role = replica;
     insert into watch_histories (user_id, lesson_id, course_id, position, position_at, position_restart, ranges,
                                  rate, watched_rate, is_completed, watched_at, rev)
     values (1, 1, 1, 9, '2026-04-01', false, '[]', 1, 1, true, '2026-04-02', 1),
            (1, 2, 1, 9, '2026-04-01', false, '[]', 1, 0, false, '2026-04-02', 1);
     set session_replication_role = default`,
  );
  const rows = await queryRows(
    database.db,
    sql`select lesson_id, completed_at = watched_at as kept from watch_histories order by lesson_id`,
  );
  expect(rows).toEqual([
    { lesson_id: 1, kept: true },
    { lesson_id: 2, kept: null },
  ]);
  await database.close();
});

it('content that was there before it had a version has one', async () => {
  const database = await broughtForward(11, '');
  expect(await queryRows(database.db, sql`select version from content_version`)).toHaveLength(1);
  await database.close();
});
