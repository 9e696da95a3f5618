import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseDump, dumpFrom, restoreIn } from '../../offline-kit/databaseDump.ts';
import { holdDatabase } from '../../offline-kit/storage.ts';
import { besidePage } from '../../offline-kit/worker.ts';
import { dumpFiles, dumpFolder, versionsOfToday } from '../../stored-databases/files.ts';
import { expect, test } from './fixtures.ts';

test.use({ isInstalled: true });

/** IndexedDB counts Dexie's versions times ten. */
const today = versionsOfToday.user * 10;

function rowsOf(dump: DatabaseDump | undefined, store: string) {
  return dump?.stores.find(({ name }) => name === store)?.records ?? [];
}

/** The dump grows older every day, and what may be kept for a week would have run out: kept until tomorrow again. */
function mayBeKept(dump: DatabaseDump): DatabaseDump {
  const valid_until = Date.now() + 24 * 60 * 60 * 1000;
  const renewed = ({ value, ...record }: { value: unknown }) => ({
    ...record,
    value: { ...(value as Record<string, never>), valid_until },
  });
  const stores = dump.stores.map((store) =>
    store.name === 'downloads' ? { ...store, records: store.records.map(renewed) } : store,
  );
  return { ...dump, stores };
}

/** What the learner did and has not been sent; how often it was tried changes by itself. */
function changesIn(dump: DatabaseDump | undefined) {
  return rowsOf(dump, 'outbox').map(({ value }) => {
    const { seq, key, kind, entity, method, path, body, client_at, view } = value as Record<string, unknown>;
    return { seq, key, kind, entity, method, path, body, client_at, view };
  });
}

test('every version of the database has its dump', () => {
  expect(dumpFiles).toEqual(
    Array.from({ length: versionsOfToday.user }, (_, at) => `version-${at + 1}.json`),
  );
});

// offline.md 3.54: the old database is upgraded in a real browser, and an old tab that holds it is named.
// That each of them keeps every row is looked at without a browser, too (tests/storedDatabases.test.ts).
for (const file of dumpFiles) {
  const tag = file === dumpFiles[0] ? [] : '@long';
  test(`the database of ${file} is opened as soon as an old tab lets go of it, with all that was in it`, {
    tag,
  }, async ({ site, learner, page, context }) => {
    await site.settle(page, learner, ['course']);
    const beside = await besidePage(context, `${site.network.origin}/version.json`);
    await page.close();
    const [mine] = await dumpFrom(beside, /^u_/);
    const dumps = JSON.parse(readFileSync(join(dumpFolder, file), 'utf8')) as DatabaseDump[];
    const old = dumps.find(({ name }) => name.startsWith('u_'));
    if (!mine || !old) throw new Error('There is no database to put the old one in place of.');
    expect(mine.version).toBe(today);
    await restoreIn(beside, { ...mayBeKept(old), name: mine.name });
    await holdDatabase(beside, mine.name);
    await site.network.disconnect();

    const next = await context.newPage();
    await site.open(next, '/mypage/course');
    if (old.version < today) await expect(next.getByTestId('storage-notice')).toContainText('ほかのタブ');
    await beside.close();
    await expect(next.getByTestId('inventory-item').first()).toBeVisible();
    await expect(next.getByTestId('status-strip')).toContainText('未送信 4件');
    const upgraded = (await dumpFrom(next, /^u_/))[0];
    expect(upgraded?.version).toBe(today);
    expect(changesIn(upgraded)).toEqual(changesIn(old));
    // What is kept on the device is listed still; its bytes, which the dump has not, are missed in words.
    const kept = rowsOf(old, 'downloads').length;
    await site.open(next, '/mypage/download');
    await expect(next.getByTestId('download-item')).toHaveCount(kept);
    if (kept > 0) await expect(next.getByTestId('download-item')).toHaveAttribute('data-state', 'broken');
    else await expect(next.getByTestId('list-empty')).toBeVisible();
  });
}

// offline.md 3.27, 3.57
test('no record of any database holds a blob, no answer in a cache is opaque', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner);
  await site.open(page, `/mypage/lecture/${learner.courses[0]?.inventory}`);
  await expect(page.getByRole('heading', { name: learner.courses[0]?.name }).first()).toBeVisible();
  // Reading a database ends with an error at the first blob.
  const dumps = await dumpFrom(page);
  expect(dumps.map(({ name }) => name).sort()).toEqual(['app', expect.stringMatching(/^u_/)]);
  const types = await page.evaluate(async () => {
    const found = new Set<string>();
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.add((await cache.match(request))?.type ?? '');
    }
    return [...found];
  });
  expect(types.length).toBeGreaterThan(0);
  expect(types.filter((type) => type !== 'basic' && type !== 'default')).toEqual([]);
});
