import { forgetHttpCache, newWorkerWaits, workerIsWarm } from '../../offline-kit/worker.ts';
import { entryOf } from '../entryOf.ts';
import {
  expect,
  isPlaying,
  lecture,
  openTab,
  playTo,
  slowDown,
  test,
  videoIsReady,
  videoTime,
} from './fixtures.ts';

// offline.md 3.1, 3.16
test('a deployment in the middle of a lesson disturbs nobody', { tag: '@long' }, async ({
  site,
  student,
  math,
  visit,
}) => {
  test.slow();
  const lesson = math.lesson('0301');
  const page = await visit({ as: student, at: lecture(math, lesson, 0), serviceWorkers: 'allow' });
  await videoIsReady(page);
  await workerIsWarm(page);
  const other = await page.context().newPage();
  await other.goto(`${site.network.origin}/mypage/course`);
  await expect(other.getByTestId('inventory-item').first()).toBeVisible();
  await page.bringToFront();
  await playTo(page, 0.5);
  await slowDown(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });

  site.deployment.deploy('B2');
  await forgetHttpCache(page);
  await newWorkerWaits(other);
  const offer = other.getByTestId('update-bar');
  await offer.getByRole('button', { name: '更新' }).click();
  await expect(offer).toContainText('ほかのタブの再生や保存が終わったら');
  await expect(page.getByTestId('update-bar')).toBeHidden();

  await openTab(page, 'テキスト');
  await expect(page.getByTestId('textbook-page')).toContainText('三角比の定義');
  const at = await videoTime(page);
  await expect.poll(() => videoTime(page)).toBeGreaterThan(at);
  expect(await isPlaying(page)).toBe(true);
  await expect(offer).toContainText('ほかのタブの再生や保存が終わったら');

  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await expect.poll(() => entryOf(other)).toMatch(/-B2~/);
  await expect(page.getByTestId('update-bar')).toContainText('新しい版に切り替わりました');
  await page.locator('a[href="/mypage/favorite"]:visible').first().click();
  await expect(page.getByTestId('favorite-item').first()).toBeVisible();
  expect(loads).toBe(0);
});
