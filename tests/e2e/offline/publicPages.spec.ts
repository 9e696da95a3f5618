import { workerIsWarm } from '../../offline-kit/worker.ts';
import { expect, test } from './fixtures.ts';

// product.md 2.0.2: what cannot be done offline says why, before it is tried
for (const [path, words] of [
  ['/login', 'インターネットにつながっていないため、ログインできません。電波の良い場所でお試しください。'],
  ['/login/password', 'この操作にはインターネット接続が必要です。接続が戻ると、続けられます。'],
] as const) {
  const tag = path === '/login' ? [] : '@long';
  test(`${path} opened in flight mode says at once that it needs the network, and goes on when that is back`, {
    tag,
  }, async ({ site, page, context }) => {
    await site.open(page, path);
    await workerIsWarm(page);
    const note = page.getByText(words);
    await expect(note).toHaveCount(0);
    await site.network.disconnect();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(note).toBeVisible();
    await site.network.connect();
    await context.setOffline(false);
    await expect(note).toHaveCount(0);
  });
}

// offline.md 6.6
test('a public page of the build is there at once, whatever the network does', { tag: '@long' }, async ({
  site,
  page,
}) => {
  await site.open(page, '/parent');
  await workerIsWarm(page);
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const kept = page.getByRole('heading', { level: 1, name: /その日のうちに/ });
  for (const effect of [
    { kind: 'answer', status: 200, headers, body: '<h1>another page</h1>' },
    { kind: 'answer', status: 503, headers, body: '' },
    { kind: 'stall' },
  ] as const) {
    site.network.when('GET', '/parent', effect, 1);
    await page.reload();
    await expect(kept).toBeVisible();
  }
  await site.network.disconnect();
  await page.reload();
  await expect(kept).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '無料で会員登録' }).first().click();
  await expect(page.getByRole('button', { name: '確認メールを送る' })).toBeVisible();
});
