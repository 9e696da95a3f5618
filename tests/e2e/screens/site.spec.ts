import { expect, test } from './fixtures.ts';

const phone = { width: 390, height: 844 };

test('the public site reads and leads on without any script', async ({ visit }) => {
  const page = await visit({ as: null, at: '/', javaScriptEnabled: false, viewport: phone });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('圏外でも');
  await page.locator('summary[aria-label="メニュー"]').click();
  await page.getByRole('banner').getByRole('link', { name: '保護者の方' }).click();
  await expect(page).toHaveURL(/\/parent$/);
  await expect(page).toHaveTitle('保護者の方へ|コノマナビ');
  await expect(page.getByText('文部科学省「子供の学習費調査」')).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/parent$/);
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', /費用のめやす/);
  await page.getByText('見られる期間はどのくらいですか。').click();
  await expect(page.getByText('講座ごとに決まっていて')).toBeVisible();
});

test('links to these pages are shown with a picture of their own', async ({ site }) => {
  const { origin } = site.network;
  const pictures = new Set<string>();
  for (const path of ['/', '/about', '/student', '/parent', '/konomoshi', '/konoshiki']) {
    const html = await (await fetch(origin + path, { headers: { Accept: 'text/html' } })).text();
    const address = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const answer = await fetch(new URL(address, origin));
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    pictures.add(address);
  }
  expect(pictures.size).toBe(6);
});

test('the app takes the page of the build over as it is', async ({ visit }) => {
  const page = await visit({ as: null, at: '/login' });
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  await page.addInitScript(() => {
    new MutationObserver((_, watcher) => {
      const title = document.querySelector('h1');
      if (!title) return;
      title.setAttribute('data-of-the-build', '');
      watcher.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', '/about', '/student', '/parent']) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
    await expect(page.locator('h1[data-of-the-build]')).toBeVisible();
  }
  expect(said).toEqual([]);
});

test('a member on the public site finds the way to their page, and never the welcome', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/parent' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'マイページ' })).toBeVisible();
  await page.getByRole('link', { name: 'コノマナビ ホーム' }).click();
  await expect(page).toHaveURL(/\/mypage$/);
});

test('what a member has read is still read on the bell after a look at the public site', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/parent' });
  // From here on links change the page without a load.
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  const bell = page.getByRole('banner').getByRole('link', { name: /^お知らせ\(未読/ });
  const list = page.getByRole('list', { name: 'お知らせの一覧' });
  await page.getByRole('banner').getByRole('link', { name: 'マイページ' }).click();
  await expect(page.getByTestId('logout')).toBeVisible();
  await bell.click();
  await expect(page).toHaveURL(/\/mypage\/notice$/);
  await list.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(bell).toHaveAccessibleName('お知らせ(未読7件)');
  await page.evaluate(() => history.go(-3));
  await expect(page).toHaveURL(/\/parent$/);
  await expect(bell).toHaveCount(0);
  await page.evaluate(() => history.go(2));
  await expect(list).toBeVisible();
  await expect(bell).toHaveAccessibleName('お知らせ(未読7件)');
});

test('the menu of a phone works by keyboard', async ({ visit }) => {
  const page = await visit({ as: null, at: '/parent', viewport: phone });
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  const menu = page.locator('summary[aria-label="メニュー"]');
  const link = page.getByRole('banner').getByRole('link', { name: '講座を探す' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Space');
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/course$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(link).toBeHidden();
});

test('an address without a page is a 404 and shows the not-found screen', async ({ site, visit }) => {
  const page = await visit({ as: null, at: '/login' });
  const answer = await page.goto(`${site.network.origin}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByTestId('not-found')).toBeVisible();
});
