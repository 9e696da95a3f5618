import type { Page } from '@playwright/test';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { test as keeping } from '../download/fixtures.ts';
import { expect, lecture, openTab, test, videoIsReady } from '../lecture/fixtures.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'この端末の中をさがす' });
const part = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

test('with the server dead, titles and notes are found whatever the kana and width, and lead to the second', async ({
  site,
  student,
  math,
  visit,
}) => {
  const lesson = math.lesson('0301');
  const page = await visit({ as: student, at: lecture(math, lesson, 12), serviceWorkers: 'allow' });
  await videoIsReady(page);
  await openTab(page, /メモ/);
  await page.getByLabel('メモを書く').fill('コサインの符号に気をつける');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('note-item')).toContainText('コサイン');
  await workerIsWarm(page);

  await site.network.disconnect();
  await page.goto(`${site.network.origin}/mypage/search`);
  await expect(page.getByText('この端末にあるものから探します。')).toBeVisible();
  await expect(field(page)).toBeFocused();

  await field(page).fill('ﾃﾞｰﾀ');
  const chapter = part(page, '講座').getByRole('link', { name: /データの分析/ });
  await expect(chapter.locator('mark')).toHaveText('データ');

  await field(page).fill('こさいん');
  const note = part(page, 'メモ').getByTestId('search-hit');
  await expect(note).toHaveCount(1);
  await expect(note.locator('mark')).toHaveText('コサイン');
  await expect(note).toContainText(lesson.name);

  await field(page).fill(`三角比 ${lesson.name}`);
  const hit = part(page, '授業').getByTestId('search-hit').first();
  await expect(hit).toContainText(lesson.name);
  await hit.click();
  await expect(page.getByRole('heading', { level: 2, name: lesson.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`lesson=${lesson.id}`));

  await page.goBack();
  await field(page).fill('どこにもない言葉');
  await expect(page.getByText('「どこにもない言葉」は見つかりませんでした')).toBeVisible();
});

const captions = `WEBVTT

00:00:03.000 --> 00:00:06.000
はじめに用語をそろえます。

00:00:12.500 --> 00:00:16.000
<b>サイン</b>&amp;<i>コサイン</i>の関係です。
`;

keeping(
  'what is said in a kept lesson is found with the server dead, and leads to its second',
  async ({ lesson, learner, page, site }) => {
    site.storeMedia(lesson.videoPath.replace('1.mp4', 'a.vtt'), Buffer.from(captions));
    await lesson.open();
    await site.open(page, '/mypage/search');
    await field(page).fill('こさいん');
    await expect(page.getByText('「こさいん」は見つかりませんでした')).toBeVisible();
    await lesson.open();
    await lesson.keep();
    await lesson.isReady();

    await site.network.disconnect();
    await site.open(page, '/mypage/search');
    await field(page).fill('こさいん');
    const said = part(page, '字幕').getByTestId('search-hit');
    await expect(said).toHaveCount(1);
    await expect(said).toContainText('サイン&コサインの関係です。');
    await expect(said.locator('mark')).toHaveText('コサイン');
    await expect(said).toContainText('レッスン 1');
    await expect(said).toContainText('0:12');
    const first = `lesson=${learner.courses[0]?.lessons[0]}`;
    await expect(said).toHaveAttribute('href', new RegExp(`${first}&t=12$`));
    await said.click();
    await expect(page).toHaveURL(new RegExp(`${first}$`));
    await expect(page.getByRole('heading', { level: 2, name: 'レッスン 1' })).toBeVisible();
  },
);
