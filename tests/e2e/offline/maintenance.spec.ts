import { expect, test } from './fixtures.ts';

test.use({ isInstalled: true });

test.afterEach(async ({ site }) => {
  await site.maintenance('off');
});

test('maintenance by the command: the page with the info, the library readable, the way back by itself', async ({
  site,
  learner,
  page,
}) => {
  const name = learner.courses[0]?.name ?? '';
  await site.settle(page, learner, ['notice', 'course']);
  // A late call of an open page would meet the first answer of the maintenance.
  await site.open(page, '/version.json');
  await site.typeMaintenance(
    'on',
    '--title',
    'サーバー増強',
    '--message',
    '夜のうちに終わります。',
    '--until',
    '23:59',
  );
  await site.open(page, '/mypage/notice');
  await expect(page).toHaveURL(/\/maintenance$/);
  const screen = page.getByTestId('maintenance');
  await expect(screen).toContainText('サーバー増強');
  await expect(screen).toContainText('夜のうちに終わります。');

  await screen.getByRole('link', { name: '講座' }).click();
  await expect(page.getByTestId('inventory-item').filter({ hasText: name })).toBeVisible();
  await expect(page.getByTestId('status-strip')).toContainText('メンテナンス中');
  await expect(page).toHaveURL(/\/mypage\/course/);
  await page.reload();
  await expect(page.getByTestId('inventory-item').filter({ hasText: name })).toBeVisible();

  // Not while the app runs: between the two steps of the installation the page's clock shows 1970, and an answer that
  // comes in between teaches the app that the server is decades ahead.
  await site.open(page, '/version.json');
  await page.clock.install();
  await site.open(page, '/maintenance');
  await expect(screen).toContainText('サーバー増強');
  await site.maintenance('off');
  // The page looks when the server said it may be back, at the latest after 5 minutes and a fifth.
  await page.clock.fastForward(361_000);
  await expect(page).toHaveURL(/\/mypage\/notice/);
  await expect(page.locator('main').getByText(learner.notice)).toBeVisible();
});

test('a change made during maintenance arrives once when it is over', async ({ site, learner, page }) => {
  const [first] = learner.courses;
  await site.settle(page, learner, ['bookmark']);
  await expect(page.getByTestId('bookmark-item')).toBeVisible();
  // What the page asks for by itself must not be the first to hear of the maintenance: that leads away from the list.
  const headers = { 'content-type': 'application/json' };
  site.network.when('GET', /^\/api\//, { kind: 'answer', status: 500, headers, body: '{}' });
  await site.maintenance('on');
  await page.getByRole('button', { name: `「${first?.name}」にしおりを付ける` }).click();
  await expect(page).toHaveURL(/\/maintenance$/);
  site.network.behave();
  await site.maintenance('off');
  await page.getByRole('button', { name: '再読み込み' }).click();
  await expect(page).toHaveURL(/\/mypage\/bookmark/);
  await expect
    .poll(() => site.rows(`select is_check from bookmarks where user_id = ${learner.id}`))
    .toEqual([{ is_check: false }]);
});
