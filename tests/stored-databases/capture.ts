// Writes what the app of today leaves on a device: run once for every released version of the databases, as
// `node tests/stored-databases/capture.ts tests/stored-databases/version-N.json` after `npm run build`.
import { writeFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { bytesOf, Lesson } from '../e2e/download/fixtures.ts';
import { Site } from '../e2e/offline/fixtures.ts';
import { chromiumLaunch } from '../offline-kit/browser.ts';
import { dumpFrom } from '../offline-kit/databaseDump.ts';

/** A change of each kind that a learner can make on these pages, with the server dead. */
async function changeOffline(page: Page, site: Site, lecture: string): Promise<void> {
  await site.open(page, lecture);
  await page.getByRole('tab', { name: /メモ/ }).click();
  await page.getByLabel('メモを書く').fill('圏外で書いたメモ');
  await page.getByRole('button', { name: '保存する' }).click();
  await page.getByTestId('note-item').waitFor();
  await page.getByRole('button', { name: 'わかった' }).click();
  await site.open(page, '/mypage/bookmark');
  await page
    .getByRole('button', { name: /しおりを付ける/ })
    .first()
    .click();
  await site.open(page, '/mypage/favorite');
  await page
    .getByRole('button', { name: /お気に入りから外す/ })
    .first()
    .click();
  await page.getByTestId('status-strip').getByText('未送信 4件').waitFor();
}

const file = process.argv[2];
if (!file) throw new Error('Say where to.');
const site = await Site.start();
const browser = await chromium.launch(chromiumLaunch());
const page = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
const learner = await site.learner();
await site.settle(page, learner);
const [course] = learner.courses;
const lecture = `/mypage/lecture/${course?.inventory}?lesson=${course?.lessons[0]}`;
const kept = new Lesson(site, page, learner);
kept.storeVideo(bytesOf(30_000, 1));
await kept.open();
await kept.keep();
await kept.isReady();
await site.shutDown();
await changeOffline(page, site, lecture);
await page.goto('about:blank');
await site.network.connect();
site.network.when('GET', '/beside', { kind: 'answer', status: 200, body: '' });
await page.goto(`${site.network.origin}/beside`);
writeFileSync(file, `${JSON.stringify(await dumpFrom(page), null, 1)}\n`);
await browser.close();
await site.stop();
process.exit(0);
