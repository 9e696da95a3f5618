import type { Page } from '@playwright/test';
import { expect, focusView, lecture, openTab, test } from './fixtures.ts';
import { pdfWithoutFonts } from './pdfWithoutFonts.ts';

/** Dark pixels of the page that is shown. Text and picture are drawn side by side: either may be there first. */
const inkOn = (page: Page) => () =>
  page
    .getByTestId('textbook-page')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d');
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let dark = 0;
      for (let index = 0; index < data.length; index += 4)
        if ((data[index] ?? 255) < 100 && (data[index + 3] ?? 0) > 0) dark += 1;
      return dark;
    });

// What comes over the network is the matter here: nothing may lie in the browser's own cache.
test.use({ isUsed: false });

test('the textbook opens at the page of the lesson with its Japanese text', async ({
  student,
  math,
  visit,
}) => {
  const page = await visit({ as: student, at: lecture(math, math.lesson('0301')) });
  await openTab(page, 'テキスト');
  const sheet = page.getByTestId('textbook-page');
  await expect(sheet).toHaveAttribute('data-page', '25');
  await expect(sheet).toContainText('三角比の定義');
  await expect.poll(inkOn(page)).toBeGreaterThan(500);
});

for (const encoding of ['90ms-RKSJ-H', 'EUC-H', 'UniJIS-UTF16-H'] as const) {
  const tag = encoding === '90ms-RKSJ-H' ? [] : '@long';
  test(`a Japanese book that brings no fonts is drawn and can be read: ${encoding}`, { tag }, async ({
    site,
    student,
    math,
    visit,
  }) => {
    const headers = { 'Content-Type': 'application/pdf' };
    const body = pdfWithoutFonts(encoding, 40);
    site.network.when('GET', /\.pdf$/, { kind: 'answer', status: 200, headers, body });
    const page = await visit({ as: student, at: lecture(math, math.lesson('0301')) });
    await openTab(page, 'テキスト');
    await expect(page.getByTestId('textbook-page')).toContainText('日本語');
    await expect.poll(inkOn(page)).toBeGreaterThan(500);
  });
}

test('pages turn, by keys too; a page of another lesson leads there', async ({ student, math, visit }) => {
  const [lesson, next] = [math.lesson('0301'), math.lesson('0302')];
  const page = await visit({ as: student, at: focusView(math, lesson) });
  const sheet = page.getByTestId('textbook-page');
  await expect(sheet).toHaveAttribute('data-page', '25');
  await page.getByRole('button', { name: '次のページ' }).click();
  await expect(sheet).toHaveAttribute('data-page', '26');
  await sheet.focus();
  await page.keyboard.press('PageDown');
  await expect(sheet).toHaveAttribute('data-page', '27');
  await expect(sheet).toBeFocused();
  await expect(page.getByText(`このページは「${next.name}」の内容です。`)).toBeVisible();
  await page.getByRole('button', { name: 'この授業のページへ' }).click();
  await expect(sheet).toHaveAttribute('data-page', '25');
  await page.getByRole('button', { name: '次のページ' }).click();
  await page.getByRole('button', { name: '次のページ' }).click();
  await page.getByRole('button', { name: 'この授業を開く' }).click();
  await expect(page.getByRole('heading', { level: 1, name: next.name })).toBeVisible();
  await expect(sheet).toHaveAttribute('data-page', '27');
});

test('a textbook that cannot be fetched says what to do, and opens at the next try', async ({
  site,
  student,
  math,
  visit,
}) => {
  site.network.when('GET', /\.pdf$/, { kind: 'drop-request' });
  const page = await visit({ as: student, at: lecture(math, math.lesson('0301')) });
  await openTab(page, 'テキスト');
  await expect(page.getByText('このテキストはまだ保存されていません')).toBeVisible();
  site.network.behave();
  await page.getByRole('button', { name: 'もう一度開く' }).click();
  await expect(page.getByTestId('textbook-page')).toContainText('三角比の定義');
});
