import type { Page } from '@playwright/test';
import { asInstalledApp, withSafeArea } from '../../offline-kit/installed.ts';
import { findingsIn } from '../axe.ts';
import { expect, test } from './fixtures.ts';
import { demo } from './screens.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const agents = {
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  samsung:
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
} as const;
const hint = (page: Page) => page.getByTestId('install-hint');
const guide = (page: Page) => page.getByTestId('install-guide');

/** Waits until the app has decided whether to offer itself; the page says so by a mark of User Timing. */
async function isDecided(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('install-hint-decided').length > 0);
}

test('the home screen is offered to who has had use of the app, with the steps of their browser, once a month', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage', userAgent: agents.safari, ...phone });
  await expect(hint(page)).toBeVisible();
  expect(await findingsIn(page, '[data-testid=install-hint]')).toEqual([]);
  await hint(page).getByRole('button', { name: '追加のしかた' }).click();
  await expect(guide(page)).toHaveAttribute('data-platform', 'ios-safari');
  await expect(guide(page).getByRole('listitem')).toHaveCount(4);
  await expect(guide(page)).toContainText('もう一度ログイン');
  expect(await findingsIn(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await hint(page).getByRole('button', { name: 'あとで' }).click();
  await expect(hint(page)).toBeHidden();
  const monthLater = (days: number) =>
    page.evaluate((back) => {
      const key = 'konomanavi.install.dismissed';
      localStorage.setItem(key, String(Number(localStorage.getItem(key)) - back * 86_400_000));
    }, days);
  await monthLater(29);
  await page.reload();
  await expect(page.getByRole('link', { name: demo.course })).toBeVisible();
  await isDecided(page);
  await expect(hint(page)).toBeHidden();
  await monthLater(1);
  await page.reload();
  await expect(hint(page)).toBeVisible();
});

test('nothing is offered to a newcomer; the settings show the way to everybody', async ({ site, visit }) => {
  const newcomer = await site.learner({ ask: 'newcomer' });
  const page = await visit({ as: newcomer, at: '/mypage', userAgent: agents.samsung, ...phone });
  await expect(page.getByRole('heading', { name: 'はじめての3ステップ' })).toBeVisible();
  await isDecided(page);
  await expect(hint(page)).toBeHidden();
  await page.getByRole('link', { name: '設定' }).first().click();
  await page.getByRole('button', { name: '追加のしかた' }).click();
  await expect(guide(page)).toHaveAttribute('data-platform', 'android-samsung');
  await expect(guide(page)).toContainText('現在のページを追加');
});

test('an iPhone that has not installed the app is told that notifications need that', {
  tag: '@long',
}, async ({ visit, student }) => {
  const page = await visit({ as: null, at: '/icons/favicon.svg', userAgent: agents.safari, ...phone });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.goto(`${new URL(page.url()).origin}/login`);
  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await page.waitForURL('**/mypage');
  await page.getByRole('link', { name: '設定' }).first().click();
  await expect(page.getByText(/ホーム画面に追加したアプリで受け取れます/)).toBeVisible();
});

test('the installed app has a way back of its own, and offers nothing it already is', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: null, at: '/login', userAgent: agents.safari, ...phone });
  await asInstalledApp(page);
  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await page.waitForURL('**/mypage');
  const back = page.getByRole('button', { name: '前の画面へ戻る' });
  await expect(page.getByRole('link', { name: demo.course })).toBeVisible();
  await expect(back).toBeHidden();
  await isDecided(page);
  await expect(hint(page)).toBeHidden();
  await page.getByRole('link', { name: 'しおり' }).first().click();
  await page.waitForURL('**/mypage/bookmark');
  await page.getByRole('link', { name: 'お気に入り' }).first().click();
  await page.waitForURL('**/mypage/favorite');
  await back.click();
  await page.waitForURL('**/mypage/bookmark');
  await back.click();
  await page.waitForURL('**/mypage');
});

test('nothing lies under the notch or the home bar', { tag: '@long' }, async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage', userAgent: agents.safari, ...phone });
  await withSafeArea(page, { top: 59, right: 0, bottom: 34, left: 0 });
  await expect(hint(page)).toBeVisible();
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox();
    return { top: found?.y ?? 0, bottom: (found?.y ?? 0) + (found?.height ?? 0), left: found?.x ?? 0 };
  };
  await expect.poll(async () => (await box('header a')).top).toBeGreaterThanOrEqual(59);
  const bar = await box('[data-bottom-bar] a');
  expect(bar.bottom).toBeLessThanOrEqual(844 - 34);
  expect((await box('[data-testid=install-hint]')).bottom).toBeLessThanOrEqual(bar.top);
  await page.setViewportSize({ width: 844, height: 390 });
  await withSafeArea(page, { top: 0, right: 59, bottom: 21, left: 59 });
  await expect.poll(async () => (await box('header a')).left).toBeGreaterThanOrEqual(59);
  expect((await box('main h1')).left).toBeGreaterThanOrEqual(59);
});

test('「続きから」 of the icon opens the lesson, and a shared text becomes a note of it', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/resume?source=shortcut' });
  await page.waitForURL(/\/mypage\/lecture\/\d+\?lesson=\d+/);
  await expect(page.getByRole('heading', { name: demo.resumed }).first()).toBeVisible();
  const shared = new URLSearchParams({ title: '正弦定理', text: 'https://example.jp/sine' });
  await page.goto(`${site.network.origin}/mypage/share?${shared}`);
  await page.waitForURL(/\/mypage\/lecture\/\d+\?lesson=\d+/);
  await expect(page.getByRole('textbox').first()).toHaveValue('正弦定理\nhttps://example.jp/sine');
});

test('an iPhone and an iPad hear of the start pictures for their own screen, other devices of none', {
  tag: '@long',
}, async ({ visit }) => {
  const pictures = (page: Page) =>
    page
      .locator('head link[rel="apple-touch-startup-image"]')
      .evaluateAll((links) =>
        links.map((link) => `${link.getAttribute('href')} ${(link as HTMLLinkElement).media}`),
      );
  const phoneScreen = { width: 390, height: 844 };
  const tabletScreen = { width: 820, height: 1180 };
  const module = /\/assets\/startPictures-/;
  for (const [size, deviceScaleFactor, expected] of [
    [phoneScreen, 3, ['/splash/1170x2532.png (orientation:portrait)']],
    [
      tabletScreen,
      2,
      ['/splash/1640x2360.png (orientation:portrait)', '/splash/2360x1640.png (orientation:landscape)'],
    ],
  ] as const) {
    const page = await visit({ as: null, at: '/', viewport: size, screen: size, deviceScaleFactor });
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
    const asked = page.waitForRequest(module);
    await page.reload();
    await asked;
    await expect.poll(() => pictures(page)).toEqual(expected);
  }

  const other = await visit({
    as: null,
    at: '/',
    viewport: phoneScreen,
    screen: phoneScreen,
    deviceScaleFactor: 3,
  });
  const urls: string[] = [];
  other.on('request', (request) => urls.push(request.url()));
  await other.reload();
  // What is loaded ahead for a link that is pointed at comes after the place where the pictures would be asked for.
  const ahead = other.waitForRequest(/\/assets\/parent-/);
  await other.getByRole('main').getByRole('link', { name: '保護者の方' }).first().hover();
  await ahead;
  expect(urls.filter((url) => module.test(url))).toEqual([]);
  expect(await pictures(other)).toEqual([]);
});
