import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBookmarkPage } from '#features/bookmark/local.ts';
import { readFavoritePage } from '#features/favorite/local.ts';
import { openDatabase } from '#shared/lib/db/open.ts';
import { type AppDb, declareAppVersions, declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';
import { type DatabaseDump, restoreDatabase } from './offline-kit/databaseDump.ts';
import { dumpFiles, dumpFolder, versionsOfToday } from './stored-databases/files.ts';

/**
 * What the app of every released database version left on a device (tests/stored-databases/capture.ts) is opened by
 * the app of today: offline.md 3.54, 3.55, 5.4. A new version of the schema needs its file
 * there.
 */
async function restored(file: string): Promise<DatabaseDump[]> {
  const dumps = JSON.parse(readFileSync(join(dumpFolder, file), 'utf8')) as DatabaseDump[];
  for (const dump of dumps) await restoreDatabase(dump);
  return dumps;
}

function rowsOf(dump: DatabaseDump | undefined, store: string): unknown[] {
  return dump?.stores.find(({ name }) => name === store)?.records.map(({ value }) => value) ?? [];
}

describe.each(dumpFiles)('a device with %s', (file) => {
  it('keeps every row, and the queue as it was', async () => {
    const dumps = await restored(file);
    const old = dumps.find(({ name }) => name.startsWith('u_'));
    const db = await openDatabase<UserDb>(old?.name ?? '', declareUserVersions);
    expect(old?.stores.length).toBeGreaterThan(10);
    for (const { name, records } of old?.stores ?? []) {
      expect(await db.table(name).count(), name).toBe(records.length);
    }
    expect(await db.outbox.orderBy('seq').toArray()).toEqual(rowsOf(old, 'outbox'));
    expect(await db.outbox.count()).toBe(4);
    db.close();
  });

  it('shows its lists with the waiting changes over them', async () => {
    const [old] = (await restored(file)).filter(({ name }) => name.startsWith('u_'));
    const db = await openDatabase<UserDb>(old?.name ?? '', declareUserVersions);
    const bookmarks = await readBookmarkPage(db, '');
    expect(bookmarks?.savedAt).toBeGreaterThan(0);
    const favorites = await readFavoritePage(db, '');
    expect(favorites?.savedAt).toBeGreaterThan(0);
    expect((await db.inventories.toArray()).every(({ value }) => value.course.name !== '')).toBe(true);
    db.close();
  });

  it('keeps the device’s own database', async () => {
    const old = (await restored(file)).find(({ name }) => name === 'app');
    const app = await openDatabase<AppDb>('app', declareAppVersions);
    expect(await app.users.count()).toBe(rowsOf(old, 'users').length);
    expect(await app.users.count()).toBeGreaterThan(0);
    app.close();
  });
});

it('every version of the schema has its device, captured at that version', () => {
  const versions = dumpFiles.map((file) => {
    const dumps = JSON.parse(readFileSync(join(dumpFolder, file), 'utf8')) as DatabaseDump[];
    const version = (isWanted: (name: string) => boolean) =>
      (dumps.find(({ name }) => isWanted(name))?.version ?? 0) / 10;
    return { file, user: version((name) => name.startsWith('u_')), app: version((name) => name === 'app') };
  });
  const numbers = Array.from({ length: versionsOfToday.user }, (_, at) => at + 1);
  expect(versions.map(({ file, user }) => ({ file, user }))).toEqual(
    numbers.map((number) => ({ file: `version-${number}.json`, user: number })),
  );
  expect(versions.at(-1)?.app).toBe(versionsOfToday.app);
});
