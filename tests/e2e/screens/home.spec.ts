import { layoutShift, stoodStill } from '../layoutShift.ts';
import { expect, test } from './fixtures.ts';
import { demo } from './screens.ts';

test('the first page goes on where the learner stopped, shows the week and the news, and leads on', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage' });
  await test.step('the keyboard reaches it right after the skip link', async () => {
    const resume = page.getByRole('link', { name: /から再生$/ });
    await expect(resume).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(resume).toBeFocused();
  });
  await test.step('goes on where the learner stopped', async () => {
    const card = page.getByRole('region', { name: '続きから' });
    await expect(card).toContainText(demo.resumed);
    await expect(card).toContainText(demo.course);
    const progress = card.getByRole('progressbar', { name: '見たところ' });
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(30);
    const link = card.getByRole('link', { name: /から再生$/ });
    await expect(link).toHaveAttribute('href', /^\/mypage\/lecture\/\d+\?lesson=\d+&t=\d+$/);
  });
  await test.step('shows the week in bars and the same as a table', async () => {
    const week = page.getByRole('region', { name: 'この7日間の学習' });
    await expect(week).toContainText('58分');
    await expect(week).toContainText(/\d日連続/);
    await expect(week.getByRole('row')).toHaveCount(8);
    await expect(week.getByRole('rowheader', { name: '今日' })).toBeAttached();
  });
  await test.step('brings unread notices first and leads to the others', async () => {
    const notices = page.getByRole('region', { name: 'お知らせ' });
    await expect(notices.getByRole('listitem')).toHaveCount(3);
    await expect(notices.getByText('未読')).toHaveCount(3);
    await notices.getByRole('link', { name: /電波のない場所でも学ぶには/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '電波のない場所でも学ぶには' })).toBeVisible();
    // A notice counts as read once its text was there.
    await expect(page.getByRole('article')).toContainText(/[ぁ-ん]{3}/);
    await page.goBack();
    await expect(notices.getByRole('listitem')).toHaveCount(3);
    await expect(notices.getByText('電波のない場所でも学ぶには')).toBeHidden();
  });
  await test.step('leads to what was watched last', async () => {
    await page.getByRole('main').getByRole('link', { name: '最近見た授業' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '最近見た授業' })).toBeFocused();
  });
});

test('has the last courses in a strip, with progress and a deadline that is near; nothing moves for it', async ({
  site,
  visit,
  student,
}) => {
  await site.rows(
    `update inventories set expire_at = now() + interval '5 days' where user_id = ${student.id}
     and course_id = (select id from courses where key = 'hs-math-1')`,
  );
  const page = await visit({ as: student, at: '/mypage' });
  const strip = page.getByRole('region', { name: 'あなたの講座' });
  await expect(strip.getByRole('listitem')).toHaveCount(6);
  const first = strip.getByRole('listitem').first();
  await expect(first).toContainText(demo.course);
  await expect(first).toContainText(/残り[45]日/);
  await expect(first).toContainText('4 / 16 レッスン');
  await expect(strip.getByText('NEW')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toEqual(stoodStill);
  await strip.getByRole('link', { name: 'すべて見る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '学ぶ' })).toBeFocused();
});

test('shows three steps on the first day, and nothing that is not there; nothing moves for it', async ({
  site,
  visit,
}) => {
  const newcomer = await site.learner({ ask: 'newcomer' });
  const page = await visit({ as: newcomer, at: '/mypage', viewport: { width: 390, height: 844 } });
  await expect(page.getByRole('heading', { name: 'はじめての3ステップ' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'あなたの講座' })).toHaveCount(0);
  await expect(page.getByText('今日の最初の1本を見てみましょう。')).toBeVisible();
  await expect(page.getByTestId('logout')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toEqual(stoodStill);
});

test('one part that fails leaves the others usable', async ({ site, visit, student }) => {
  site.failAt('/api/lms/dashboard/');
  const page = await visit({ as: student, at: '/mypage' });
  await expect(page.getByRole('main').getByTestId('list-error')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'あなたの講座' }).getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'お知らせ' }).getByRole('listitem')).toHaveCount(3);
});

test('whoever waits longer than ten seconds has the rest of the page and its links', async ({
  site,
  visit,
  student,
}) => {
  for (const path of [/^\/api\/lms\/dashboard\/$/, /^\/api\/lms\/inventory\/$/])
    site.network.when('GET', path, { kind: 'stall' });
  const page = await visit({ as: student, at: '/version.json', viewport: { width: 390, height: 844 } });
  await page.clock.install();
  // From here on only this test moves the clock: after 25 s the calls would fail, and what follows would be there for
  // another reason.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(`${site.network.origin}/mypage`);
  const end = page.getByRole('navigation', { name: 'そのほかのページ' });
  const rest = page.getByRole('navigation', { name: '購入とクーポン' });
  // At the very end of the page: a press on it must not miss it because something above has come.
  const logout = page.getByTestId('logout');
  const busy = page.getByRole('main').locator('[aria-busy="true"]').first();
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await busy.getByText('読み込んでいます').count()).toBe(1);
  }).toPass({ intervals: [100] });
  await page.clock.fastForward(9_000);
  await expect(end).toBeHidden();
  await expect(rest).toBeHidden();
  await expect(logout).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(page.getByText('読み込みに時間がかかっています。')).toBeVisible();
  await expect(end).toBeVisible();
  await expect(rest).toBeVisible();
  await expect(logout).toBeVisible();
});
