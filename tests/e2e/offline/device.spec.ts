import type { Page } from '@playwright/test';
import { openDaysLater } from '../../offline-kit/pageClock.ts';
import { clearSiteData, refuseDatabases } from '../../offline-kit/storage.ts';
import { newWorkerWaits, workerIsWarm } from '../../offline-kit/worker.ts';
import { expect, follow, onReturn, test } from './fixtures.ts';
import type { Learner } from './questions.ts';

/** What happens to the device under the app's feet: its clock, its storage, its tabs. */

const bookmarkPath = '/api/lms/bookmark/';

function toggle(page: Page, learner: Learner) {
  return page.getByRole('button', { name: `「${learner.courses[0]?.name}」にしおりを付ける` });
}

async function unmark(page: Page, learner: Learner): Promise<void> {
  await toggle(page, learner).click();
  await expect(toggle(page, learner)).toHaveAttribute('aria-pressed', 'false');
}

// offline.md 3.44
for (const days of [1, -1]) {
  const tag = days === 1 ? [] : '@long';
  test(`a clock that is wrong by ${days} day: logged in, lists there, no circle of refreshes`, {
    tag,
  }, async ({ site, learner, page }) => {
    await openDaysLater(page, days);
    site.network.forget();
    await site.logInOnScreen(page, learner);
    await site.open(page, '/mypage/course');
    await expect(page.getByTestId('inventory-item').first()).toBeVisible();
    await site.open(page, '/mypage/bookmark');
    await expect(page.getByTestId('bookmark-item')).toBeVisible();
    const calls = site.network.seen('*', /^\/(api|accounts)\//);
    // A token that is always taken for over costs one refresh a call, never more.
    const refreshes = calls.filter(({ path }) => path === '/accounts/token/refresh/');
    expect(refreshes.length).toBeLessThanOrEqual(calls.length / 2);
    await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  });
}

// offline.md 3.59, 3.84
test('three days later, with the server dead, the shelf is as full as before and says of when it is', {
  tag: '@long',
}, async ({ site, learner, page, context }) => {
  await site.settle(page, learner, ['course']);
  await page.close();
  await site.network.disconnect();
  const next = await context.newPage();
  await openDaysLater(next, 3);
  await site.open(next, '/mypage/course');
  await expect(next.getByTestId('inventory-item')).toHaveCount(learner.courses.length);
  await expect(next.getByText(/時点の内容/)).toBeVisible();
});

// offline.md 3.60
test('site data cleared under a running tab: the change that waited is not counted as sent, the lists come back', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['course', 'bookmark']);
  await site.network.disconnect();
  await unmark(page, learner);
  await expect(page.getByTestId('status-strip')).toContainText('未送信 1件');
  await clearSiteData(page);
  await site.network.connect();
  await follow(page, '/mypage/course');
  await expect(page.getByTestId('inventory-item').first()).toBeVisible(onReturn);
  await expect(page.getByText('すべて送信しました')).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('storage-line')).toHaveAttribute('data-health', 'evicted');
  await site.open(page, '/mypage/bookmark');
  await expect(toggle(page, learner)).toHaveAttribute('aria-pressed', 'true');
});

// offline.md 3.56, 3.60
test('the browser cuts the database and refuses it several times: the lists come back in the same page', {
  tag: '@long',
}, async ({ site, learner, page }) => {
  await site.settle(page, learner, ['notice']);
  await refuseDatabases(page, 6);
  await clearSiteData(page);
  await follow(page, '/mypage/course');
  await expect(page.getByTestId('inventory-item')).toHaveCount(learner.courses.length, onReturn);
});

// offline.md 3.62
test('the process of a tab that is sending is killed: the next start sends the same change once', {
  tag: '@long',
}, async ({ site, learner, page, secondTab, killTab }) => {
  await site.settle(page, learner, ['bookmark']);
  const next = await secondTab();
  site.network.when('POST', bookmarkPath, { kind: 'stall' }, 1);
  await unmark(page, learner);
  await site.network.arrival('POST', bookmarkPath);
  await killTab();
  await site.open(next, '/mypage');
  await expect
    .poll(() => site.rows(`select is_check from bookmarks where user_id = ${learner.id}`))
    .toEqual([{ is_check: false }]);
  expect(
    new Set(site.network.seen('POST', bookmarkPath).map(({ headers }) => headers['idempotency-key'])).size,
  ).toBe(1);
});

// offline.md 3.16
test('a new version is not offered while a note is half written, also when the video does not wait for it', {
  tag: '@long',
}, async ({ site, learner, page }) => {
  const [course] = learner.courses;
  await site.logIn(page, learner, `/mypage/lecture/${course?.inventory}?lesson=${course?.lessons[0]}`);
  await workerIsWarm(page);
  await page.getByRole('tab', { name: /メモ/ }).click();
  await page.getByLabel('メモを書く').fill('書きかけの文');
  site.deployment.deploy('B2');
  await newWorkerWaits(page);
  await expect(page.getByTestId('update-bar')).toBeHidden();
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('update-bar')).toContainText('新しい版があります');
});
