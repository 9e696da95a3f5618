import type { Page } from '@playwright/test';
import { heardFromBar, holdUndo } from '../shortLived.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import type { Learner } from './questions.ts';
import { demo } from './screens.ts';

const rows = (page: Page) => page.locator('main li:not(nav li)');
const remove = (page: Page, lesson: string) =>
  page.getByRole('button', { name: `「${lesson}」を履歴から消す` });

/** How many lessons the server has in the history. */
async function watchedAt(site: DemoSite, { id }: Learner): Promise<number> {
  const [row] = await site.rows<{ count: number }>(
    `select count(*)::int as count from watch_histories
     where user_id = ${id} and (cleared_at is null or watched_at > cleared_at)`,
  );
  return row?.count ?? -1;
}

test('what was watched stands by day and filters by course', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/recent' });
  await test.step('stands by day, newest first, with the place to go on', async () => {
    await expect(rows(page).first()).toContainText(demo.resumed);
    const days = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect.poll(() => days.count()).toBeGreaterThan(5);
    const link = page.getByRole('link', { name: demo.resumed });
    await expect(link).toHaveAttribute('href', /^\/mypage\/lecture\/\d+\?lesson=\d+&t=\d+$/);
    await expect(rows(page).first()).toContainText(/\d:\d\d \/ \d:\d\d/);
    await expect(rows(page).filter({ hasText: '二次関数の決定' })).toContainText('見終わりました');
  });
  await test.step('filters by course, in the address', async () => {
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
    await page.getByRole('combobox', { name: '講座で絞り込む' }).selectOption(demo.otherCourse);
    await expect(rows(page)).toHaveCount(5);
    await expect(page).toHaveURL(/\?course=\d+$/);
    await page.reload();
    await expect(rows(page)).toHaveCount(5);
  });
});

test('one lesson can be taken out, with a way back', { tag: '@long' }, async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/recent' });
  const before = await watchedAt(site, student);
  // The bar comes when the page is idle.
  await expect(page.locator('section[aria-label="元に戻す"]')).toBeAttached();
  await holdUndo(page);
  await remove(page, demo.resumed).click();
  await expect(page.getByRole('link', { name: demo.resumed })).toBeHidden();
  await page.getByRole('button', { name: '元に戻す' }).click();
  await expect(page.getByRole('link', { name: demo.resumed })).toBeVisible();
  expect(await watchedAt(site, student)).toBe(before);
  await holdUndo(page);
  await remove(page, demo.resumed).click();
  await page.getByRole('button', { name: '閉じる' }).click();
  await expect.poll(() => watchedAt(site, student)).toBe(before - 1);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('link', { name: demo.resumed })).toBeHidden();
});

test('all of it can be taken out, after a question', { tag: '@long' }, async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/recent' });
  const button = page.getByRole('button', { name: '履歴をすべて消す' });
  const dialog = page.getByRole('dialog', { name: '履歴をすべて消しますか?' });
  await button.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await watchedAt(site, student)).toBeGreaterThan(10);
  const heard = await heardFromBar(page);
  await button.click();
  await dialog.getByRole('button', { name: 'すべて消す' }).click();
  await expect(page.getByTestId('list-empty')).toContainText('視聴した授業がここに表示されます');
  await expect.poll(heard).toContain('履歴をすべて消しました。');
  await expect.poll(() => watchedAt(site, student)).toBe(0);
});
