import { workerIsWarm } from '../../offline-kit/worker.ts';
import { expect, lecture, openTab, test, textIsKept, videoIsReady } from './fixtures.ts';

test('with the server dead, text, boards, textbook and notes are still there after a reload', async ({
  site,
  student,
  math,
  visit,
}) => {
  test.slow();
  const [lesson, other] = [math.lesson('0301'), math.lesson('0102')];
  const page = await visit({ as: student, at: lecture(math, lesson), serviceWorkers: 'allow' });
  await videoIsReady(page);
  await workerIsWarm(page);
  await page.reload();
  await openTab(page, /メモ/);
  await page.getByLabel('メモを書く').fill('三角比は角だけで決まる');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('note-item')).toContainText('三角比は角だけで決まる');
  await openTab(page, /板書/);
  await openTab(page, 'テキスト');
  await expect(page.getByTestId('textbook-page')).toContainText('三角比の定義');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await caches.open('media-v1');
        const files = [/-0301-1\./, /-0301-2\./, /-0301-3\./, /-0301-4\./, /\.pdf$/];
        const addresses = (await kept.keys()).map(({ url }) => url);
        return files.every((file) => addresses.some((address) => file.test(address)));
      }),
    )
    .toBe(true);
  await textIsKept(page, other);

  await site.network.disconnect();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: lesson.name })).toBeVisible();
  await openTab(page, '授業の説明');
  await expect(page.getByRole('heading', { name: '三角比とは' })).toBeVisible();
  await openTab(page, /板書/);
  const board = page.getByRole('region', { name: /^板書 \d/ }).getByRole('img');
  await expect.poll(() => board.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await openTab(page, 'テキスト');
  await expect(page.getByTestId('textbook-page')).toContainText('三角比の定義');
  await openTab(page, /メモ/);
  await expect(page.getByTestId('note-item')).toContainText('三角比は角だけで決まる');

  await page.getByRole('link', { name: other.name }).click();
  await expect(page.getByText('この授業の目標')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: other.name, exact: true })).toBeVisible();
});
