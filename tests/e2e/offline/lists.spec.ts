import { captivePortal } from '../../offline-kit/effects.ts';
import { expect, follow, test } from './fixtures.ts';

test.use({ isInstalled: true });

const inventoryPath = '/api/lms/inventory/';
const startPaths = [inventoryPath, '/api/lms/favorite/', '/api/lms/check/'];

test('inventory, favorites and checks load together, exactly once per session start', async ({
  site,
  learner,
  page,
}) => {
  site.network.forget();
  await site.logInOnScreen(page, learner);
  for (const path of startPaths) await site.network.arrival('GET', path);
  await follow(page, '/mypage/course');
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  await follow(page, '/mypage/favorite');
  await expect(page.getByTestId('favorite-item').first()).toBeVisible();
  expect(startPaths.map((path) => site.network.seen('GET', path).length)).toEqual([1, 1, 1]);
  expect(site.network.seen('GET', inventoryPath)[0]?.search).toBe('?sort_by_watchhistory=true&page=1');
});

test('a guest loads none of them', async ({ site, page }) => {
  site.network.forget();
  await site.open(page, '/login');
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  await page.waitForLoadState('networkidle');
  expect(site.network.seen('*', /^\/api\/lms\//)).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
});

test('one that fails does not hold the others', { tag: '@long' }, async ({ site, learner, page }) => {
  site.network.when('GET', '/api/lms/favorite/', { kind: 'answer', status: 500, body: '{}' });
  site.network.when('GET', '/api/lms/check/', { kind: 'stall' });
  await site.logIn(page, learner, '/mypage/course');
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
});

test('on a line that takes everything and answers nothing the stored library is there at once', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course']);
  site.network.forget();
  site.network.always({ kind: 'stall' });
  // A picture that never comes would hold the load.
  await page.goto(`${site.network.origin}/mypage/course`, { waitUntil: 'commit' });
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  // Before the first request has given up.
  expect(site.network.seen('GET', inventoryPath).filter(({ state }) => state !== 'held')).toEqual([]);
});

test('a Wi-Fi login page in place of answers changes nothing that is stored', { tag: '@long' }, async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course']);
  site.network.always(captivePortal);
  await site.open(page, '/mypage/course');
  const items = page.getByTestId('inventory-item');
  await expect(items).toHaveCount(learner.courses.length);
  await expect(page.getByTestId('status-strip')).toBeVisible();
  await page.reload();
  await expect(items).toHaveCount(learner.courses.length);
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
});

test('the stored copy says of when it is, and is fresh again when the server is back', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course']);
  await site.network.disconnect();
  await site.open(page, '/mypage/course');
  await expect(page.getByText(/時点の内容/)).toBeVisible();
  await site.network.connect();
  // The longest pause between two looks at the server is a minute (src/shared/lib/transport/probePause.ts).
  await expect(page.getByText(/時点の内容/)).toBeHidden({ timeout: 90_000 });
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
});

for (const status of [403, 404]) {
  const tag = status === 403 ? [] : '@long';
  test(`a course that the server answers ${status} for disappears from the device`, { tag }, async ({
    site,
    learner,
    page,
  }) => {
    const item = learner.courses[0]?.inventory;
    await site.logIn(page, learner, `/mypage/lecture/${item}`);
    await expect(page.getByRole('heading', { name: learner.courses[0]?.name }).first()).toBeVisible();
    const headers = { 'content-type': 'application/json' };
    site.network.when('GET', `${inventoryPath}${item}/`, { kind: 'answer', status, headers, body: '{}' });
    // The library of the same moment would still name it.
    site.network.when('GET', inventoryPath, { kind: 'answer', status: 500, headers, body: '{}' });
    const answered = page.waitForResponse((response) => response.url().endsWith(`/inventory/${item}/`));
    await page.reload();
    await answered;
    const stored = () =>
      page.evaluate(async (id) => {
        const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('u_'))?.name ?? '';
        const db = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
        });
        const found = await new Promise<unknown>((resolve) => {
          const request = db.transaction('inventories').objectStore('inventories').get(String(id));
          request.onsuccess = () => resolve(request.result);
        });
        db.close();
        return found === undefined;
      }, item);
    await expect.poll(stored).toBe(true);
  });
}
