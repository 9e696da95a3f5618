import type { Page } from '@playwright/test';
import { rowsHere } from '../rowsHere.ts';
import { heardFromBar } from '../shortLived.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import type { Learner } from './questions.ts';

/** The call that says who is logged in. */
const userPath = '/accounts/user/';

const group = (page: Page, name: string) => page.getByRole('radiogroup', { name });
const choose = (page: Page, name: string, choice: string) =>
  group(page, name).getByText(choice, { exact: true }).click();

/** How the page looks now. */
function look(page: Page) {
  return page.evaluate(() => ({
    background: getComputedStyle(document.body).backgroundColor,
    size: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  }));
}

async function preferenceAt(site: DemoSite, { id }: Learner): Promise<Record<string, unknown>> {
  const [row] = await site.rows<{ preference: Record<string, unknown> }>(
    `select preference from users where id = ${id}`,
  );
  return row?.preference ?? {};
}

test('the colours change at once, survive a reload, and follow to the server', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/settings', colorScheme: 'light' });
  await expect(group(page, '画面の色')).toBeVisible();
  const light = (await look(page)).background;
  await choose(page, '画面の色', 'ダーク');
  await expect.poll(async () => (await look(page)).background).not.toBe(light);
  const dark = (await look(page)).background;
  // On screen at once, in the queue a moment later: a reload before that would take it along.
  await expect.poll(() => preferenceAt(site, student)).toMatchObject({ theme: 'dark' });
  await page.reload();
  expect((await look(page)).background).toBe(dark);
  await expect(group(page, '画面の色').getByRole('radio', { name: 'ダーク' })).toBeChecked();
  await choose(page, '画面の色', '自動');
  await expect.poll(async () => (await look(page)).background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await look(page)).background).toBe(dark);
});

test('the text grows in four steps on every page', { tag: '@long' }, async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await expect(group(page, '文字の大きさ')).toBeVisible();
  const sizes: number[] = [];
  for (const [step, scale] of [
    ['小', 'small'],
    ['標準', 'normal'],
    ['大', 'large'],
    ['特大', 'xlarge'],
  ] as const) {
    await choose(page, '文字の大きさ', step);
    await expect(page.locator('html')).toHaveAttribute('data-font-scale', scale);
    await expect(group(page, '文字の大きさ').getByRole('radio', { name: step, exact: true })).toBeChecked();
    sizes.push((await look(page)).size);
  }
  expect(sizes).toEqual([...new Set(sizes)].sort((one, other) => one - other));
  expect(sizes.at(-1) ?? 0).toBeGreaterThanOrEqual(1.25 * (sizes[1] ?? 0));
  await expect.poll(() => preferenceAt(site, student)).toMatchObject({ font_scale: 'xlarge' });
  await page.reload();
  expect((await look(page)).size).toBe(sizes.at(-1));
  await page.getByRole('link', { name: '学ぶ' }).first().click();
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  expect((await look(page)).size).toBe(sizes.at(-1));
});

test('furigana appear where the text has them, and stay', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  const reading = page.getByText('いちじかんすう', { exact: true });
  await expect(page.getByRole('switch', { name: 'ふりがな' })).not.toBeChecked();
  await expect(reading).toBeHidden();
  await page.getByText('ふりがな', { exact: true }).click();
  await page.getByRole('switch', { name: 'ふりがな' }).press('Space');
  await expect(reading).toBeVisible();
  await expect.poll(() => preferenceAt(site, student)).toMatchObject({ furigana: true });
  await page.reload();
  await expect(reading).toBeVisible();
});

test('playback choices are kept for the next time', { tag: '@long' }, async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await page.getByRole('combobox', { name: '再生速度' }).selectOption('1.5倍');
  await page.getByRole('switch', { name: '字幕' }).press('Space');
  await page.getByRole('switch', { name: '先読みはWi-Fiのときだけ' }).press('Space');
  await expect
    .poll(() => preferenceAt(site, student))
    .toMatchObject({ playback_rate: 1.5, caption: false, wifi_only: true });
  await page.reload();
  await expect(page.getByRole('combobox', { name: '再生速度' })).toHaveValue('1.5');
  await expect(page.getByRole('switch', { name: '字幕' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: '先読みはWi-Fiのときだけ' })).toBeChecked();
});

test('another device follows', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/settings', colorScheme: 'light' });
  await choose(page, '文字の大きさ', '大');
  await expect.poll(() => preferenceAt(site, student)).toMatchObject({ font_scale: 'large' });
  const other = await visit({ as: student, at: '/mypage/settings' });
  await expect(group(other, '文字の大きさ').getByRole('radio', { name: '大', exact: true })).toBeChecked();
  await expect(other.locator('html')).toHaveAttribute('data-font-scale', 'large');
});

test('a user record asked for before a choice does not take the choice back', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/settings', colorScheme: 'light' });
  await expect(group(page, '画面の色')).toBeVisible();
  site.network.forget();
  site.network.when('GET', userPath, { kind: 'hold-answer' }, 1);
  await page.reload();
  const old = await site.network.arrival('GET', userPath);
  await expect.poll(() => old.state).toBe('held');
  await choose(page, '画面の色', 'ダーク');
  // The queue is empty before the choice has reached it, too: only when the server has it, an empty one says "sent".
  await expect.poll(() => preferenceAt(site, student)).toMatchObject({ theme: 'dark' });
  await expect.poll(() => rowsHere(page, 'outbox')).toEqual([]);
  site.network.release();
  const fresh = await site.network.arrival('GET', userPath, 2);
  await expect.poll(() => fresh.state).toBe('over');
  await expect(group(page, '画面の色').getByRole('radio', { name: 'ダーク' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a change made without a connection holds and is sent later', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await expect(group(page, '画面の色')).toBeVisible();
  site.loseApi();
  await choose(page, '画面の色', 'ダーク');
  await expect(page.getByTestId('status-strip')).toContainText('未送信 1件');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await preferenceAt(site, student)).not.toMatchObject({ theme: 'dark' });
  site.network.behave();
  await page.reload();
  await expect.poll(() => preferenceAt(site, student)).toMatchObject({ theme: 'dark' });
});

test('says how much is kept and empties it after a question', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/course' });
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  await page.getByRole('link', { name: '設定' }).click();
  await expect(page.getByText(/^[\d.]+ [KMG]B\(使える目安 [\d.]+ [KMG]B\)$/)).toBeVisible();
  const section = page.getByRole('region', { name: '端末と保存容量' });
  await section.getByRole('button', { name: '消す' }).click();
  const dialog = page.getByRole('dialog', { name: '保存した内容を消しますか?' });
  await dialog.getByRole('button', { name: 'やめる' }).click();
  await expect(dialog).toBeHidden();
  const heard = await heardFromBar(page);
  await section.getByRole('button', { name: '消す' }).click();
  await dialog.getByRole('button', { name: '消す' }).click();
  await expect.poll(heard).toContain('保存した内容を消しました。');
});

test('tells the version and looks for a newer one; names who is logged in, and logs out', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await test.step('tells the version and looks for a newer one', async () => {
    await page.getByRole('button', { name: '更新を確認' }).click();
    await expect(page.getByText('最新の版です。')).toBeVisible();
  });
  await test.step('names who is logged in, and logs out', async () => {
    const account = page.getByRole('region', { name: 'アカウント' });
    await expect(account).toContainText('佐藤 美咲');
    await expect(account).toContainText(student.email);
    await page.getByTestId('logout').click();
    await expect(page).toHaveURL(/\/login$/);
  });
});
