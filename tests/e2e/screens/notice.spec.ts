import type { Page } from '@playwright/test';
import { heardFromBar } from '../shortLived.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import type { Learner } from './questions.ts';
import { demo } from './screens.ts';

const list = (page: Page) => page.getByRole('list', { name: 'お知らせの一覧' }).getByRole('listitem');
const unread = (page: Page) => list(page).filter({ hasText: '未読' });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });

/** How many notices the server knows as read. */
async function readAt(site: DemoSite, { id }: Learner): Promise<number> {
  const [row] = await site.rows<{ count: number }>(
    `select count(*)::int as count from notice_reads where user_id = ${id}`,
  );
  return row?.count ?? -1;
}

test('opening a notice marks it as read, here and at the server', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/notice' });
  await expect(unread(page)).toHaveCount(8);
  await expect(list(page).first()).toContainText('固定');
  await page.getByRole('link', { name: new RegExp(demo.notice) }).click();
  await expect(page.getByRole('heading', { level: 1, name: demo.notice })).toBeVisible();
  await expect(page).toHaveTitle(`${demo.notice}|コノマナビ`);
  await expect(bell(page)).toHaveAccessibleName('お知らせ(未読7件)');
  await expect.poll(() => readAt(site, student)).toBe(1);
  await page.goBack();
  await expect(unread(page)).toHaveCount(7);
  await expect(unread(page).filter({ hasText: demo.notice })).toHaveCount(0);
});

test('all can be marked as read at once', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/notice' });
  await expect(unread(page)).toHaveCount(8);
  const heard = await heardFromBar(page);
  await page.getByRole('button', { name: 'すべて既読にする' }).click();
  await expect(unread(page)).toHaveCount(0);
  await expect.poll(heard).toContain('すべて既読にしました。');
  await expect(page.getByRole('button', { name: 'すべて既読にする' })).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('お知らせ');
  await expect.poll(() => readAt(site, student)).toBe(8);
  await page.reload();
  await expect(list(page)).toHaveCount(8);
  await expect(unread(page)).toHaveCount(0);
});

test('leads from one notice to the next and back to the list, which filters by kind, in the address', {
  tag: '@long',
}, async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/notice' });
  await list(page).first().getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  const first = await heading.textContent();
  const around = page.getByRole('navigation', { name: 'ほかのお知らせ' });
  await around.getByRole('link', { name: '次のお知らせ' }).click();
  await expect(heading).not.toHaveText(first ?? '');
  await expect(heading).toBeFocused();
  await around.getByRole('link', { name: '前のお知らせ' }).click();
  await expect(heading).toHaveText(first ?? '');
  await around.getByRole('link', { name: 'お知らせの一覧へ' }).click();
  await expect(list(page)).toHaveCount(8);
  const kinds = page.getByRole('navigation', { name: '種類で絞り込む' });
  await kinds.getByRole('link', { name: '重要' }).click();
  await expect(list(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?category=important$/);
  await page.reload();
  await expect(list(page)).toHaveCount(1);
  await kinds.getByRole('link', { name: 'キャンペーン' }).click();
  await expect(page.getByTestId('list-empty')).toContainText('この種類のお知らせはありません');
});

test('one that does not exist is not found', { tag: '@long' }, async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/notice/999999' });
  await expect(page.getByTestId('not-found')).toBeVisible();
  await expect(page).toHaveURL(/\/mypage\/notice\/999999$/);
});

test('a table in a notice is a table', { tag: '@long' }, async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/notice' });
  await page.getByRole('link', { name: /使い分け/ }).click();
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(5);
});
