import type { Page } from '@playwright/test';
import {
  expect,
  isPlaying,
  lecture,
  placeAtServer,
  playTo,
  test,
  videoIsReady,
  videoTime,
} from './fixtures.ts';

test('asks whether to go on where another device stopped', async ({ site, student, physics, visit }) => {
  const lesson = physics.lesson('0101');
  const tablet = await visit({ as: student, at: lecture(physics, lesson, 10) });
  await playTo(tablet, 12);
  await tablet.keyboard.press('k');
  await expect.poll(() => placeAtServer(site, student, lesson)).toBeGreaterThan(11);
  await tablet.goto('about:blank');

  const phone = await visit({ as: student, at: lecture(physics, lesson, 60) });
  await videoIsReady(phone);
  await phone.keyboard.press('k');
  await phone.getByRole('dialog').getByRole('button', { name: 'この端末で続ける' }).click();
  await phone.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 62);
  await expect.poll(() => placeAtServer(site, student, lesson), { timeout: 20_000 }).toBeGreaterThan(61);
  await phone.close();

  await tablet.goto(site.network.origin + lecture(physics, lesson));
  await videoIsReady(tablet);
  expect(await videoTime(tablet)).toBeLessThan(20);
  const choice = tablet.getByRole('region', { name: /ほかの端末の .* から続けますか/ });
  await choice.getByRole('button', { name: /から続ける$/ }).click();
  await expect(choice).toBeHidden();
  expect(await videoTime(tablet)).toBeGreaterThan(60);
});

test('plays on one device at a time: the learner decides which', async ({ student, physics, visit }) => {
  test.slow();
  const at = lecture(physics, physics.lesson('0101'), 5);
  const tablet = await visit({ as: student, at });
  await playTo(tablet, 6);
  const phone = await visit({ as: student, at });
  await videoIsReady(phone);
  await phone.keyboard.press('k');
  const question = phone.getByRole('dialog', {
    name: '同時に再生できるのは1台までです。この端末で続けますか?',
  });
  await expect(question).toBeVisible();
  expect(await isPlaying(phone)).toBe(false);
  expect(await isPlaying(tablet)).toBe(true);
  await question.getByRole('button', { name: 'この端末で続ける' }).click();
  await expect.poll(() => isPlaying(phone)).toBe(true);
  await expect(tablet.getByRole('dialog', { name: /ほかの端末で再生が始まったため/ })).toBeVisible({
    timeout: 25_000,
  });
  expect(await isPlaying(tablet)).toBe(false);
});

test('of two tabs the one that was started last plays', async ({ student, physics, visit }) => {
  const lesson = physics.lesson('0101');
  const first = await visit({ as: student, at: lecture(physics, lesson, 5) });
  await playTo(first, 6);
  const second: Page = await first.context().newPage();
  await second.goto(first.url());
  await playTo(second, 6.5);
  await expect.poll(() => isPlaying(first)).toBe(false);
  expect(await isPlaying(second)).toBe(true);
  await expect(first.getByRole('dialog')).toBeHidden();
});
