import { listenTo } from '../shortLived.ts';
import { expect, focusView, isPlaying, lecture, openTab, test, videoIsReady, videoTime } from './fixtures.ts';

test('keys steer the player, also when the video has the focus', async ({ student, physics, visit }) => {
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 40) });
  await videoIsReady(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => videoTime(page)).toBeCloseTo(50, 0);
  await page.keyboard.press('j');
  await expect.poll(() => videoTime(page)).toBeCloseTo(40, 0);
  const said = await listenTo(page);
  await page.keyboard.press('>');
  const rate = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate);
  await expect.poll(rate).toBe(1.25);
  await said('再生速度 1.25倍');
  await page.keyboard.press('m');
  const isMuted = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted);
  await expect.poll(isMuted).toBe(true);
  await page.locator('video').focus();
  await page.keyboard.press(' ');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.keyboard.press(' ');
  await expect.poll(() => isPlaying(page)).toBe(false);
});

test('n goes to the note, and while writing a key is only a letter', async ({ student, physics, visit }) => {
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 5) });
  await videoIsReady(page);
  await page.keyboard.press('n');
  const field = page.getByLabel('メモを書く');
  await expect(field).toBeFocused();
  await page.keyboard.type('k? m');
  await expect(field).toHaveValue('k? m');
  expect(await isPlaying(page)).toBe(false);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the map lists the keys and switches them off', { tag: '@long' }, async ({
  student,
  physics,
  visit,
}) => {
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 40) });
  await videoIsReady(page);
  await page.keyboard.press('?');
  const map = page.getByRole('dialog', { name: 'キーボードの操作' });
  await expect(map).toContainText('いまの場面にメモを書く');
  await map.getByRole('switch', { name: /キーボードで操作する/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await videoTime(page)).toBeCloseTo(40, 0);
  expect(await isPlaying(page)).toBe(false);
});

test('the divider of the focus view moves by keys and by dragging, and stays', { tag: '@long' }, async ({
  student,
  math,
  visit,
}) => {
  const page = await visit({ as: student, at: focusView(math, math.lesson('0301')) });
  const divider = page.getByRole('separator', { name: '動画と資料の幅' });
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await page.keyboard.press('End');
  await expect(divider).toHaveAttribute('aria-valuenow', '75');
  const box = await divider.boundingBox();
  if (!box) throw new Error('The divider is not on screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(600, box.y + 200);
  await page.mouse.up();
  const share = async () => Number(await divider.getAttribute('aria-valuenow'));
  await expect.poll(share).toBeLessThan(55);
  const chosen = await share();
  expect(chosen).toBeGreaterThan(40);
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuenow', String(chosen));
});

test('tabs move by arrows', { tag: '@long' }, async ({ student, math, visit }) => {
  const page = await visit({ as: student, at: lecture(math, math.lesson('0301')) });
  await openTab(page, '授業の説明');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /板書/ })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: /板書/ })).toBeVisible();
});
