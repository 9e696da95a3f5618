import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

type Keys = { keyCode?: number; metaKey?: boolean };

/** A key press as Safari tells of the one that ends a conversion: no composition any more, only the code says so. */
function pressForIme(field: Locator, options: Keys = {}): Promise<boolean> {
  return press(field, { ...options, keyCode: 229 });
}

/** Whether the page took the Enter for itself. */
function press(field: Locator, options: Keys): Promise<boolean> {
  return field.evaluate((element, given) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...given });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  }, options);
}

const noteField = (page: Page) => page.getByRole('textbox', { name: 'メモを書く' });
const shareOf = (text: string) => `/mypage/share?${new URLSearchParams({ text })}`;
const noteItem = (page: Page, text: string) => page.getByTestId('note-item').filter({ hasText: text });

test('an Enter that belongs to a conversion looks nothing up and saves nothing', { tag: '@long' }, async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/settings/address' });
  const code = page.getByRole('textbox', { name: '郵便番号' });
  await code.fill('1010021');
  const lookUps = () => site.network.seen('GET', /^\/api\/master\/postal\//).length;
  expect([await pressForIme(code), lookUps()]).toEqual([false, 0]);
  expect(await press(code, { keyCode: 13 })).toBe(true);
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');

  await page.goto(site.network.origin + shareOf('余弦定理'));
  await expect(noteField(page)).toHaveValue('余弦定理');
  await pressForIme(noteField(page), { metaKey: true });
  await expect(noteField(page)).toHaveValue('余弦定理');
  await expect(noteItem(page, '余弦定理')).toHaveCount(0);
  await press(noteField(page), { metaKey: true, keyCode: 13 });
  await expect(noteItem(page, '余弦定理')).toBeVisible();
});

test('what is shared is cut between letters, says so, and reaches the server without what nobody can store', {
  tag: '@long',
}, async ({ site, visit, student }) => {
  const start = `始まり\u0000${'あ'.repeat(996)}`;
  const page = await visit({ as: student, at: shareOf(`${start}😀と続き`) });
  await expect(noteField(page)).toHaveValue(`始まり${'あ'.repeat(996)}`);
  await expect(page.getByTestId('shared-cut')).toContainText('終わりの5文字');
  await page.reload();
  await expect(page.getByTestId('shared-cut')).toContainText('終わりの5文字');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('shared-cut')).toHaveCount(0);
  const stored = () =>
    site.rows<{ body: string }>(
      `select body from notes where user_id = ${student.id} and body like '始まり%'`,
    );
  await expect.poll(stored).toEqual([{ body: `始まり${'あ'.repeat(996)}` }]);
});

test('a note with a sign that no database keeps is saved like any other', { tag: '@long' }, async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: shareOf('a\u0000b') });
  await expect(noteField(page)).toHaveValue('ab');
  await noteField(page).evaluate((field: HTMLTextAreaElement) => field.setRangeText('\u0000\ud83d'));
  await noteField(page).press('End');
  await noteField(page).pressSequentially('c');
  await page.getByRole('button', { name: '保存する' }).click();
  const stored = () =>
    site.rows<{ body: string }>(`select body from notes where user_id = ${student.id} and body = 'abc'`);
  await expect.poll(stored).toHaveLength(1);
});

test('a note that the server fails over is handed to the learner, with ways out, and holds nothing up', {
  tag: '@long',
}, async ({ site, visit, student }) => {
  test.slow();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code: 'server_error', detail: '', request_id: 'r-500' });
  site.network.when('POST', '/api/lms/note/', { kind: 'answer', status: 500, headers, body });
  const page = await visit({ as: student, at: shareOf('毒のあるメモ') });
  await expect(noteField(page)).toHaveValue('毒のあるメモ');
  await page.getByRole('button', { name: '保存する' }).click();
  await site.network.arrival('POST', '/api/lms/note/');
  await page.goto(`${site.network.origin}/mypage/sync`);
  const summary = page.getByTestId('sync-summary');
  await expect(summary).toHaveAttribute('data-kind', 'failing');
  await expect(summary).not.toContainText('このまま待つと終わります');
  const item = page.getByTestId('refused-item');
  await expect(item).toContainText('毒のあるメモ', { timeout: 120_000 });
  await expect(summary).toHaveAttribute('data-kind', 'decide');
  await expect(item).toContainText('何度送っても受け取れませんでした');
  await expect(item).toContainText('受付番号 r-500');
  await expect(item.getByRole('button')).toHaveText(['内容をコピー', '取り消す', 'もう一度送る']);
  const tries = site.network.seen('POST', '/api/lms/note/').length;
  expect(tries).toBeLessThan(8);
  site.network.behave();
  await item.getByRole('button', { name: 'もう一度送る' }).click();
  await expect(summary).toHaveAttribute('data-kind', 'saved');
  const stored = () =>
    site.rows<{ body: string }>(`select body from notes where user_id = ${student.id} and body like '毒%'`);
  expect(await stored()).toHaveLength(1);
});
