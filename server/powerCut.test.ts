import fs, { constants, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, inject, it } from 'vitest';
import { openDb, queryRows } from './db/client.ts';

const root = mkdtempSync(join(tmpdir(), 'konomanavi-durable-'));
const reallySync = fs.fsyncSync;

function setSync(sync: typeof fs.fsyncSync): void {
  fs.fsyncSync = sync;
  syncBuiltinESMExports();
}

afterEach(() => {
  setSync(reallySync);
  rmSync(root, { recursive: true, force: true });
});

function fileOf(folder: string, descriptor: number): string | undefined {
  const { ino } = fs.fstatSync(descriptor);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.find((path) => statSync(path).ino === ino);
}

/**
 * Keeps in `disk` what a power cut would leave of `folder`: its first state, and of later changes only what was synced.
 */
function followSyncs(folder: string, disk: string): { count: number } {
  const syncs = { count: 0 };
  cpSync(folder, disk, { recursive: true, mode: constants.COPYFILE_FICLONE });
  setSync((descriptor) => {
    reallySync(descriptor);
    syncs.count += 1;
    const file = fileOf(folder, descriptor);
    if (file) cpSync(file, join(disk, relative(folder, file)));
  });
  return syncs;
}

it('what was committed outlives a power cut, with one sync a commit', async () => {
  const [dataDir, disk] = [join(root, 'data'), join(root, 'disk')];
  cpSync(inject('dataFolder'), dataDir, { recursive: true });
  const database = await openDb({ databaseUrl: null, dataDir });
  const syncs = followSyncs(dataDir, disk);
  const add = (name: string) =>
    database.db.execute(sql`insert into settings (name, value, modified) values (${name}, '1', now())`);
  for (const name of ['a', 'b', 'c']) await add(name);
  expect(syncs.count).toBe(3);
  await queryRows(database.db, sql`select * from settings`);
  expect(syncs.count).toBe(3);
  setSync(reallySync);

  const left = await openDb({ databaseUrl: null, dataDir: disk });
  expect(await queryRows(left.db, sql`select name from settings order by name`)).toEqual([
    { name: 'a' },
    { name: 'b' },
    { name: 'c' },
  ]);
  await left.close();
  await database.close();
});
