import type { Page } from '@playwright/test';
import { captivePortal, maintenanceAnswer } from '../../offline-kit/effects.ts';
import { expect, onReturn, type Site, test } from './fixtures.ts';

test.use({ isInstalled: true });

const strip = (page: Page) => page.getByTestId('status-strip');

async function say(pages: Page[], event: 'online' | 'offline' | 'pageshow'): Promise<void> {
  await Promise.all(
    pages.map((page) =>
      page.evaluate((type) => {
        dispatchEvent(
          type === 'pageshow' ? new PageTransitionEvent(type, { persisted: true }) : new Event(type),
        );
      }, event),
    ),
  );
}

/** Addresses in caches under which the Wi-Fi's page lies. */
function keptOfPortal(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const entry = await cache.match(request);
        if (!entry?.headers.get('content-type')?.includes('text/html')) continue;
        if ((await entry.text()).includes('Please log in to this network')) found.push(request.url);
      }
    }
    return found;
  });
}

async function tabs(site: Site, page: Page, count: number): Promise<Page[]> {
  const pages = [page];
  while (pages.length < count) pages.push(await page.context().newPage());
  for (const one of pages) {
    await site.open(one, '/login');
    await expect(one.getByTestId('login-id')).toBeVisible();
  }
  return pages;
}

// offline.md 3.35
test('a Wi-Fi that wants a login says so and opens its page in a new tab; nothing of it is kept', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course']);
  site.network.always(captivePortal);
  await page.reload();
  await expect(strip(page)).toContainText('Wi-Fiにログインが必要です');
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await strip(page).getByRole('link', { name: 'ログイン画面を開く' }).click();
  const portal = await opened;
  await expect(portal.getByRole('heading')).toHaveText('Please log in to this network');
  expect(await keptOfPortal(page)).toEqual([]);

  site.network.behave();
  await portal.reload();
  await expect(portal.getByTestId('shell')).toBeVisible();
  await expect(strip(page)).toBeHidden(onReturn);
});

// offline.md 3.35
test('a Wi-Fi that leads every call to another host is told from being offline', { tag: '@long' }, async ({
  site,
  page,
}) => {
  const location = `http://127.0.0.1:${site.network.port}/wifi-login`;
  await tabs(site, page, 1);
  site.network.when('*', /^\/(api|accounts)\//, {
    kind: 'answer',
    status: 302,
    headers: { location },
    body: '',
  });
  await say([page], 'offline');
  await expect(strip(page)).toContainText('Wi-Fiにログインが必要です');
  site.network.behave();
  site.network.when('*', /^\/(api|accounts)\//, { kind: 'drop-request' });
  await say([page], 'offline');
  await expect(strip(page)).toContainText('オフラインです');
});

// offline.md 3.34, 3.38
test('three tabs ask the server once, and all learn the answer', async ({ site, page }) => {
  const pages = await tabs(site, page, 3);
  const probes = () => site.network.seen('GET', '/api/health/').length;
  site.network.forget();
  // Every tab wants to know before the first of them is told: who asks afterwards asks for something newer.
  site.network.when('GET', '/api/health/', maintenanceAnswer({}, true));
  await say(pages, 'offline');
  await site.network.arrival('GET', '/api/health/');
  site.network.release();
  for (const one of pages) await expect(strip(one)).toContainText('メンテナンス中です');
  expect(probes()).toBe(1);
  site.network.behave();
  site.network.forget();
  site.network.when('GET', '/api/health/', { kind: 'hold-request' });
  await say(pages, 'pageshow');
  await site.network.arrival('GET', '/api/health/');
  site.network.release();
  for (const one of pages) await expect(strip(one)).toBeHidden();
  expect(probes()).toBe(1);

  // Without any event: one tab goes on asking, and the others hear of the return.
  const askers = pages.map((one) => {
    const asked: string[] = [];
    one.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/health/') asked.push(request.url());
    });
    return asked;
  });
  site.network.when('GET', '/api/health/', captivePortal);
  await say(pages.slice(0, 1), 'offline');
  for (const one of pages) await expect(strip(one)).toContainText('Wi-Fiにログインが必要です');
  site.network.behave();
  for (const one of pages) await expect(strip(one)).toBeHidden(onReturn);
  expect(askers.map((asked) => asked.length > 1)).toEqual([true, false, false]);
  expect(askers.slice(1).flat()).toEqual([]);
});
