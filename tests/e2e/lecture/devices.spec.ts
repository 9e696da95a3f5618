import type { Page } from '@playwright/test';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import {
  expect,
  isPlaying,
  lecture,
  placeAtServer,
  playAndStop,
  playTo,
  slowDown,
  stopAt,
  test,
  videoIsReady,
  videoTime,
} from './fixtures.ts';

/**
 * Waits until the server takes a device of the learner for playing. It believes so for a minute after the last word
 * of that device, here for an hour: however long the next device needs to open the lesson.
 */
async function playsForTheServer(site: DemoSite, learner: Learner): Promise<void> {
  const keep = () =>
    site.rows(`update playback_sessions set last_seen = now() + interval '1 hour'
               where user_id = ${learner.id} returning id`);
  await expect.poll(keep).toHaveLength(1);
}

test('asks whether to go on where another device stopped', async ({ site, student, physics, visit }) => {
  const lesson = physics.lesson('0101');
  const tablet = await visit({ as: student, at: lecture(physics, lesson, 10) });
  await playAndStop(tablet, 12);
  await expect.poll(() => placeAtServer(site, student, lesson)).toBeGreaterThan(11);
  await playsForTheServer(site, student);
  await tablet.goto('about:blank');

  const phone = await visit({ as: student, at: lecture(physics, lesson, 60) });
  await videoIsReady(phone);
  await slowDown(phone);
  await phone.keyboard.press('k');
  const goOn = phone.getByRole('dialog').getByRole('button', { name: 'この端末で続ける' });
  await expect(goOn).toBeVisible();
  const stopped = await stopAt(phone, 62);
  await goOn.click();
  await stopped();
  await expect.poll(() => placeAtServer(site, student, lesson)).toBeGreaterThan(61);
  await phone.close();

  await tablet.goto(site.network.origin + lecture(physics, lesson));
  await videoIsReady(tablet);
  expect(await videoTime(tablet)).toBeLessThan(20);
  const choice = tablet.getByRole('region', { name: /ほかの端末の .* から続けますか/ });
  await choice.getByRole('button', { name: /から続ける$/ }).click();
  await expect(choice).toBeHidden();
  await expect.poll(() => videoTime(tablet)).toBeGreaterThan(60);
});

test('plays on one device at a time: the learner decides which', async ({
  site,
  student,
  physics,
  visit,
}) => {
  test.slow();
  const at = lecture(physics, physics.lesson('0101'), 5);
  const tablet = await visit({ as: student, at });
  await playTo(tablet, 6);
  await slowDown(tablet);
  await playsForTheServer(site, student);
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
  await expect(tablet.getByRole('dialog', { name: /ほかの端末で再生が始まったため/ })).toBeVisible();
  expect(await isPlaying(tablet)).toBe(false);
});

test('of two tabs the one that was started last plays', async ({ student, physics, visit }) => {
  const lesson = physics.lesson('0101');
  const first = await visit({ as: student, at: lecture(physics, lesson, 5) });
  await playTo(first, 6);
  await slowDown(first);
  const second: Page = await first.context().newPage();
  await second.goto(first.url());
  await playTo(second, 6.5);
  await expect.poll(() => isPlaying(first)).toBe(false);
  expect(await isPlaying(second)).toBe(true);
  await expect(first.getByRole('dialog')).toBeHidden();
});
