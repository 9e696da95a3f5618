import type { Page } from '@playwright/test';
import { goWithin } from '../goWithin.ts';
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

test.describe('a lesson with a video', () => {
  test('plays, and a reload resumes at the second', async ({ site, student, physics, visit }) => {
    const lesson = physics.lesson('0101');
    const page = await visit({ as: student, at: lecture(physics, lesson, 20) });
    await playTo(page, 22);
    await page.keyboard.press('k');
    const stopped = await videoTime(page);
    await expect.poll(() => placeAtServer(site, student, lesson)).toBeCloseTo(stopped, 0);
    await expect(page).not.toHaveURL(/[?&]t=/);
    await page.reload();
    await videoIsReady(page);
    await expect.poll(() => videoTime(page)).toBeCloseTo(stopped, 0);
    expect(await isPlaying(page)).toBe(false);
  });

  test('what was seen counts once, and looking at the beginning takes no place away', async ({
    site,
    student,
    math,
    visit,
  }) => {
    const lesson = math.lesson('0301');
    const history = async () => {
      const [row] = await site.rows<{ position: number; ranges: [number, number][]; rev: number }>(
        `select position, ranges, rev from watch_histories
         where user_id = ${student.id} and lesson_id = ${lesson.id}`,
      );
      if (!row) throw new Error('The learner has not begun the lesson.');
      return row;
    };
    const before = await history();
    const page = await visit({ as: student, at: lecture(math, lesson, 0) });
    await videoIsReady(page);
    await slowDown(page);
    await playAndStop(page, 2);
    const arrived = site.network.arrival('PUT', `/api/lms/watchhistory/${lesson.id}/`);
    expect(JSON.parse((await arrived).body).position).toBeLessThan(5);
    await expect.poll(async () => (await history()).rev).toBeGreaterThan(before.rev);
    const { position, ranges } = await history();
    expect(ranges).toHaveLength(1);
    expect(position).toBe(before.position);
  });

  test('keeps the chosen speed, here and on the next device', async ({ student, physics, visit }) => {
    const at = lecture(physics, physics.lesson('0101'));
    const page = await visit({ as: student, at });
    await videoIsReady(page);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.getByLabel('再生速度').selectOption({ label: '1.5倍' });
    await saved;
    const rate = (on: typeof page) =>
      on.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate);
    expect(await rate(page)).toBe(1.5);
    await page.reload();
    await videoIsReady(page);
    await expect.poll(() => rate(page)).toBe(1.5);
    const other = await visit({ as: student, at });
    await videoIsReady(other);
    await expect.poll(() => rate(other)).toBe(1.5);
  });

  test('shows captions until they are switched off', async ({ student, physics, visit }) => {
    const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101')) });
    await videoIsReady(page);
    const mode = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode ?? 'none');
    await expect.poll(mode).toBe('showing');
    await page.getByRole('button', { name: '字幕' }).click();
    await expect.poll(mode).toBe('hidden');
    await expect(page.getByRole('button', { name: '字幕' })).toHaveAttribute('aria-pressed', 'false');
  });

  test('goes on as sound only at the same second', async ({ student, physics, visit }) => {
    const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 30) });
    await playTo(page, 31);
    const places = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
      const seconds = { left: video.currentTime, taken: -1 };
      const isSound = () => video.currentSrc.includes('.m4a');
      video.addEventListener('timeupdate', () => {
        if (!isSound()) seconds.left = video.currentTime;
      });
      video.addEventListener('playing', () => {
        if (isSound() && seconds.taken < 0) seconds.taken = video.currentTime;
      });
      return seconds;
    });
    await page.getByRole('button', { name: '音声だけで聞く' }).click();
    await page.waitForFunction(({ taken }) => taken >= 0, places);
    const { left, taken } = await places.jsonValue();
    expect(taken - left).toBeGreaterThan(-1);
    expect(taken - left).toBeLessThan(5);
  });

  test('tells the system what plays', { tag: '@long' }, async ({ student, physics, visit }) => {
    const lesson = physics.lesson('0101');
    const page = await visit({ as: student, at: lecture(physics, lesson) });
    await playTo(page, 0.2);
    const told = () =>
      page.evaluate(() => ({
        title: navigator.mediaSession.metadata?.title,
        artist: navigator.mediaSession.metadata?.artist,
        state: navigator.mediaSession.playbackState,
      }));
    await expect.poll(told).toEqual({ title: lesson.name, artist: physics.name, state: 'playing' });
  });
});

/** Keeps what the page tells the system, and lets a test press the system's keys. */
async function listenForSystem(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const session = navigator.mediaSession;
    const heard = { state: null as (MediaPositionState & { at: number }) | null, handlers: new Map() };
    Object.assign(globalThis, { heard });
    session.setPositionState = (state) => {
      heard.state = state?.duration ? { ...state, at: performance.now() } : null;
    };
    const set = session.setActionHandler.bind(session);
    session.setActionHandler = (action, handler) => {
      set(action, handler);
      heard.handlers.set(action, handler);
    };
  });
}

type Heard = {
  state: (MediaPositionState & { at: number }) | null;
  handlers: Map<string, MediaSessionActionHandler | null>;
};

/** How far the lock screen is off, seconds, and whether it counts at the video's speed. */
function shownOff(page: Page) {
  return page.evaluate(() => {
    const video = document.querySelector('video');
    const { state } = (globalThis as unknown as { heard: Heard }).heard;
    if (!video || !state) return null;
    const { position = 0, playbackRate = 1, at } = state;
    const moved = video.paused ? 0 : ((performance.now() - at) / 1000) * playbackRate;
    const off = Math.abs(position + moved - video.currentTime);
    return { isRight: off < 1, isSpeedRight: playbackRate === video.playbackRate };
  });
}

test('the lock screen shows the place and the speed after a jump, a key of its own and a new speed', {
  tag: '@long',
}, async ({ student, physics, visit }) => {
  const page = await visit({ as: student, at: '/mypage' });
  await listenForSystem(page);
  await page.goto(new URL(lecture(physics, physics.lesson('0101')), page.url()).href);
  await playTo(page, 0.5);
  const right = { isRight: true, isSpeedRight: true };
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime += 35;
  });
  await expect.poll(() => shownOff(page)).toEqual(right);
  const press = (action: string, details: Partial<MediaSessionActionDetails>) =>
    page.evaluate(
      ([name, more]) =>
        (globalThis as unknown as { heard: Heard }).heard.handlers.get(name)?.({
          action: name as MediaSessionAction,
          ...more,
        }),
      [action, details] as const,
    );
  await press('seekto', { seekTime: 12 });
  await expect.poll(() => shownOff(page)).toEqual(right);
  await page.getByLabel('再生速度').selectOption('2');
  await expect.poll(() => shownOff(page)).toEqual(right);
  await press('seekforward', { seekOffset: 5 });
  await expect.poll(() => shownOff(page)).toEqual(right);
  await press('stop', {});
  await expect.poll(() => isPlaying(page)).toBe(false);
  await goWithin(page, '/mypage');
  await expect(page.locator('video')).toHaveCount(0);
  const left = () =>
    page.evaluate(() => ({
      state: (globalThis as unknown as { heard: Heard }).heard.state,
      playback: navigator.mediaSession.playbackState,
      title: navigator.mediaSession.metadata?.title,
    }));
  await expect.poll(left).toEqual({ state: null, playback: 'none', title: undefined });
});

test.describe('the end of a lesson', () => {
  test('asks how well it was understood and leads to the next', async ({ site, student, math, visit }) => {
    const [lesson, next] = [math.lesson('0301'), math.lesson('0302')];
    const page = await visit({ as: student, at: lecture(math, lesson, lesson.duration - 2) });
    await videoIsReady(page);
    await page.keyboard.press('k');
    const end = page.getByTestId('lesson-end');
    await expect(end).toContainText(next.name);
    await end.getByRole('button', { name: 'わかった' }).click();
    await expect(end.getByRole('button', { name: 'わかった' })).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(async () => {
        const [row] = await site.rows<{ level: number }>(
          `select level from checks where user_id = ${student.id} and lesson_id = ${lesson.id}`,
        );
        return row?.level;
      })
      .toBe(3);
    await end.getByRole('button', { name: '次の授業へ' }).click();
    await expect(page.getByRole('heading', { level: 2, name: next.name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`lesson=${next.id}`));
  });

  test('can be watched again from the beginning, which then is the place', { tag: '@long' }, async ({
    site,
    student,
    physics,
    visit,
  }) => {
    const lesson = physics.lesson('0101');
    const page = await visit({ as: student, at: lecture(physics, lesson, lesson.duration - 2) });
    await videoIsReady(page);
    await page.keyboard.press('k');
    const again = page.getByTestId('lesson-end').getByRole('button', { name: 'もう一度見る' });
    await expect(again).toBeVisible();
    await slowDown(page);
    const stopped = await stopAt(page, 0.5);
    await again.click();
    await stopped();
    await expect.poll(() => placeAtServer(site, student, lesson)).toBeLessThan(5);
  });
});
