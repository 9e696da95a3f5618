import type { Page } from '@playwright/test';
import { goWithin } from '../goWithin.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import { type Ids, idsOf, memberScreens, type Screen } from './screens.ts';

/** The call that brings the content of a screen. */
const calls: Record<string, RegExp> = {
  '/mypage': /^\/api\/lms\/dashboard\/$/,
  '/mypage/course': /^\/api\/lms\/inventory\/$/,
  '/mypage/bookmark': /^\/api\/lms\/bookmark\/$/,
  '/mypage/favorite': /^\/api\/lms\/favorite\/$/,
  '/mypage/recent': /^\/api\/lms\/watchhistory\/$/,
  '/mypage/notice': /^\/api\/cms\/notice\/$/,
  '/mypage/notice/{id}': /^\/api\/cms\/notice\/\d+\/$/,
};
const screens = memberScreens.flatMap((screen) => {
  const call = calls[screen.name];
  return call ? [{ screen, call }] : [];
});

/** Without a server the page looks for it again after pauses of up to a minute. */
const whenNoticed = { timeout: 90_000 };

/** The screen's own part of the page; the first page has more parts than the one that fails. */
function part(page: Page, testId: string) {
  return page.getByRole('main').getByTestId(testId).first();
}

async function openFresh(page: Page, site: DemoSite, screen: Screen, ids: Ids): Promise<void> {
  await page.goto(site.network.origin + screen.path(ids));
}

for (const { screen, call } of screens) {
  test.describe(screen.name, () => {
    test('shows the shape of what is on its way, then says that it takes long', async ({
      site,
      visit,
      student,
    }) => {
      const ids = await idsOf(site, student);
      site.network.when('GET', call, { kind: 'stall' });
      const page = await visit({ as: student, at: '/maintenance' });
      // Time passes only where the test says so: its seconds are not those of a busy machine.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await openFresh(page, site, screen, ids);
      const busy = page.getByRole('main').locator('[aria-busy="true"]').first();
      await expect(async () => {
        await page.clock.runFor(20);
        expect(await busy.getByText('読み込んでいます').count()).toBe(1);
      }).toPass({ intervals: [100] });
      await expect(busy.locator('[aria-hidden="true"]').first()).toBeVisible();
      await expect(page.getByText('読み込みに時間がかかっています。')).toBeHidden();
      await page.clock.fastForward(10_000);
      await expect(page.getByText('読み込みに時間がかかっています。')).toBeVisible();
      await page.clock.resume();
      site.network.behave();
      await page.getByRole('button', { name: '再読み込み' }).click();
      await expect(screen.ready(page)).toBeVisible();
    });

    test('tells a failure of the server with its number, and tries again', async ({
      site,
      visit,
      student,
    }) => {
      const ids = await idsOf(site, student);
      site.failAt(call);
      const page = await visit({ as: student, at: '/mypage/settings' });
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      // The first load of the lists is under way: from here on nobody asks again but who taps.
      await site.network.arrival('GET', '/api/lms/check/');
      await goWithin(page, screen.path(ids));
      const card = part(page, 'list-error');
      await expect(card).toContainText('サーバーで問題が起きました');
      await expect(card).toContainText('受付番号 scripted-500');
      await expect(page.locator('nav a[href="/mypage/course"]').first()).toBeVisible();
      site.network.behave();
      await part(page, 'list-retry').click();
      await expect(screen.ready(page)).toBeVisible();
      await expect(card).toBeHidden();
    });

    test('that was never opened says so without a connection', async ({ site, visit, student }) => {
      const ids = await idsOf(site, student);
      site.failAt(call);
      const page = await visit({ as: student, at: '/mypage/settings' });
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      site.network.behave();
      site.loseApi();
      await openFresh(page, site, screen, ids);
      const card = part(page, 'list-error');
      await expect(card).toContainText('この画面はまだ保存されていません');
      await expect(card.getByRole('link', { name: '保存済みの講座を見る' })).toBeVisible();
      await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
      // The page notices the return by itself; trying again by hand is in the test of a failing server.
      await expect(part(page, 'list-retry')).toBeVisible();
      site.network.behave();
      await expect(screen.ready(page)).toBeVisible(whenNoticed);
      await expect(page.getByTestId('status-strip')).toBeHidden(whenNoticed);
    });

    test('shows the stored copy with its time without a connection', async ({ site, visit, student }) => {
      const ids = await idsOf(site, student);
      const page = await visit({ as: student, at: screen.path(ids) });
      await expect(screen.ready(page)).toBeVisible();
      // The first page of the learner has parts that come later; what is shown is stored.
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      site.loseApi();
      await page.reload();
      await expect(screen.ready(page)).toBeVisible();
      const line = page.getByRole('main').getByText(/^(昨日 )?\d{1,2}:\d{2}時点の内容$/);
      await expect(line).toBeVisible();
      await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
      site.network.behave();
      await goWithin(page, '/mypage/settings');
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      await expect(page.getByTestId('status-strip')).toBeHidden(whenNoticed);
    });
  });
}
