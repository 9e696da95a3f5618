import type { Page } from '@playwright/test';
import { Device } from '../../offline-kit/device.ts';
import { firstScreen } from '../firstScreen.ts';
import {
  test as base,
  expect,
  lecture,
  type OwnedCourse,
  openTab,
  videoIsReady,
  videoTime,
} from '../lecture/fixtures.ts';
import { keeping } from './fixtures.ts';

/** The browser of a learner, on a profile that outlives its process. */
const test = base.extend<{ device: Device }>({
  device: async ({ site, student, locale, timezoneId, viewport }, use) => {
    const device = new Device({ locale, timezoneId, viewport }, firstScreen);
    const { cookies = [] } = site.stateOf(student) as { cookies?: never[] };
    await (await device.context()).addCookies(cookies);
    await use(device);
    await device.drop();
  },
});

/** Chooses to keep the whole course, and waits until it says that it can be watched offline. */
async function keepCourse(page: Page, { name, lessons }: OwnedCourse): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name}: 講座を保存`) });
  await button.click();
  await page.getByRole('button', { name: /^保存を始める/ }).click();
  // Not 「3 / 16授業を保存済み」.
  const all = `\\(${lessons.length}授業を保存済み`;
  await expect(button).toHaveAccessibleName(new RegExp(all), { timeout: 400_000 });
  await expect(page.getByTestId('download-status')).toContainText('オフラインで見られます', keeping);
}

/** Jumps about in the video as a learner does, and plays there. */
async function playsWithSeeking(page: Page): Promise<void> {
  await videoIsReady(page);
  const length = await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration);
  for (const place of [length * 0.8, length * 0.3]) {
    await page.locator('video').evaluate(async (video: HTMLVideoElement, second) => {
      video.muted = true;
      video.currentTime = second;
      await video.play();
    }, place);
    await expect.poll(() => videoTime(page)).toBeGreaterThan(place + 0.3);
  }
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
}

// offline.md 3.29, 3.81, 3.83: the addresses on screen are signed anew and end, the kept copies open.
test('a course kept on Wi-Fi plays with seeking after the server is gone, and after a new morning', async ({
  site,
  device,
  physics,
}) => {
  test.slow();
  const lesson = physics.lessons.find(({ hasVideo }) => hasVideo);
  if (!lesson) throw new Error('The course has no video.');
  const page = await device.tab();
  await page.goto(site.network.origin + lecture(physics, lesson));
  await videoIsReady(page);
  await keepCourse(page, physics);
  // Copies of what was only seen are deleted, so that the page can use nothing but what was downloaded.
  await page.evaluate(() => caches.delete('media-v1'));
  await site.shutDown();
  await page.reload();
  await playsWithSeeking(page);
  await expect(page.locator('video')).toHaveAttribute('src', /^\/media\/offline\//);
  const cues = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0);
  await expect.poll(cues).toBeGreaterThan(3);
  await openTab(page, /板書/);
  const board = page.getByRole('region', { name: /^板書 \d/ }).getByRole('img');
  await expect.poll(() => board.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await openTab(page, 'テキスト');
  await expect(page.getByTestId('textbook-page')).toContainText(/[ぁ-んァ-ヶ一-龠]{8}/);
  await page.close();

  await device.restart();
  const next = await device.tab();
  await next.goto(site.network.origin + lecture(physics, lesson));
  await playsWithSeeking(next);
  await openTab(next, 'テキスト');
  await expect(next.getByTestId('textbook-page')).toContainText(/[ぁ-んァ-ヶ一-龠]{8}/);
  await next.goto(`${site.network.origin}/mypage/course`);
  await expect(next.getByTestId('download-mark').first()).toHaveAttribute('data-state', 'ready');
});

test('sound alone takes its place when the learner kept no more', { tag: '@long' }, async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lessons.find(({ hasVideo }) => hasVideo);
  const page = await visit({ as: student, at: lecture(physics, lesson), serviceWorkers: 'allow' });
  await videoIsReady(page);
  await page.getByRole('button', { name: new RegExp(`「${lesson?.name}」を端末に保存`) }).click();
  await page.getByRole('radio', { name: /^音声だけ/ }).check();
  await page.getByRole('button', { name: /^保存を始める/ }).click();
  await expect(page.getByTestId('download-status')).toContainText('オフラインで見られます', keeping);
  await expect(page.getByTestId('download-status')).toContainText('音声だけ');
  await site.network.disconnect();
  await page.reload();
  await playsWithSeeking(page);
  await expect(page.locator('video')).toHaveAttribute('src', /\/audio$/);
});
