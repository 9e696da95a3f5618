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

it.each([1, 2])(
  'a database of %i migrations comes to the present shape with what it holds',
  async (count) => {
    const folder = olderMigrations(count);
    const database = await openPglite({});
    await migrate(drizzle(database.client), { migrationsFolder: folder });
    await database.client.query(
      `insert into users (email, password_hash, family_name) values ('old@example.jp', 'x', '山田')`,
    );
    await database.migrate();
    const users = await queryRows(database.db, sql`select email, family_name from users`);
    expect(users).toEqual([{ email: 'old@example.jp', family_name: '山田' }]);
    await database.migrate();
    await database.close();
    rmSync(folder, { recursive: true });
  },
);
