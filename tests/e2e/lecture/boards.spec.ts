import {
  expect,
  focusView,
  lecture,
  openTab,
  playAndStop,
  test,
  videoIsReady,
  videoTime,
} from './fixtures.ts';

test('the board follows the video, and a tap on a board jumps the video', async ({
  student,
  math,
  visit,
}) => {
  const page = await visit({ as: student, at: lecture(math, math.lesson('0301'), 22) });
  await videoIsReady(page);
  await openTab(page, /板書/);
  const shown = page.getByRole('region', { name: '板書 1 / 4' });
  await expect(shown).toBeVisible();
  await playAndStop(page, 25);
  await expect(page.getByRole('region', { name: '板書 2 / 4' })).toBeVisible();
  await page.getByRole('button', { name: /^板書4、/ }).click();
  await expect(page.getByRole('region', { name: '板書 4 / 4' })).toBeVisible();
  expect(await videoTime(page)).toBeGreaterThan(60);
  await expect(page.getByRole('region', { name: '板書 4 / 4' }).getByRole('img')).toHaveAttribute(
    'alt',
    /.{10}/,
  );
});

test('a learner who browses is left alone until the board shall follow again', { tag: '@long' }, async ({
  student,
  math,
  visit,
}) => {
  const page = await visit({ as: student, at: focusView(math, math.lesson('0301')) });
  await videoIsReady(page);
  await openTab(page, /板書/);
  await expect.poll(() => videoTime(page)).toBeGreaterThan(30);
  const before = await videoTime(page);
  await page.getByRole('button', { name: '次の板書' }).click();
  await page.getByRole('button', { name: '次の板書' }).click();
  await expect(page.getByRole('switch', { name: '動画に合わせる' })).not.toBeChecked();
  expect(await videoTime(page)).toBe(before);
  await page.getByRole('switch', { name: '動画に合わせる' }).check();
  await expect(page.getByRole('region', { name: /板書 2 \/ 4/ })).toBeVisible();
});

test('a board can be enlarged with buttons, keys and the wheel', { tag: '@long' }, async ({
  student,
  math,
  visit,
}) => {
  const page = await visit({ as: student, at: lecture(math, math.lesson('0301')) });
  await videoIsReady(page);
  await openTab(page, /板書/);
  const box = page.getByRole('region', { name: /^板書 \d/ });
  const width = () => box.getByRole('img').evaluate((image) => image.getBoundingClientRect().width);
  const whole = await width();
  await page.getByRole('button', { name: '拡大' }).click();
  await expect.poll(width).toBeCloseTo(whole * 1.5, 0);
  await box.focus();
  await page.keyboard.press('+');
  await expect.poll(width).toBeCloseTo(whole * 2, 0);
  await page.keyboard.press('0');
  await expect.poll(width).toBeCloseTo(whole, 0);
  await box.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
});
