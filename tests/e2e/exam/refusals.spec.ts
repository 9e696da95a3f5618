import type { Page } from '@playwright/test';
import { answerOn, expect, keptHere, on, startHere, test } from './fixtures.ts';

// exams.md 3.2, 4, 7: what a browser or a phone refuses or takes away in the middle of an exam

/** The page is behind another one, or in front again, as the browser tells it. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('rows 38 and 55: no screen lock and no localStorage: said once, asked again in front, and each answer is stored', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const page = await visit({ as: taker, at: hall.path('info') });
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  await page.addInitScript(() => {
    const asked = { locks: 0 };
    Object.assign(globalThis, { asked });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          asked.locks += 1;
          throw new DOMException('not now', 'NotAllowedError');
        },
      },
    });
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.reload();
  await startHere(page);
  const locks = () =>
    page.evaluate(() => (globalThis as unknown as { asked: { locks: number } }).asked.locks);
  const tip = page.locator('#root').getByText('画面が自動で暗くなることがあります');
  await expect(tip).toBeVisible();
  await page.locator('#root').getByRole('button', { name: '閉じる', exact: true }).click();
  await expect(tip).toBeHidden();
  const before = await locks();
  await show(page, 'hidden');
  await show(page, 'visible');
  await expect.poll(locks).toBe(before + 1);
  await expect(tip).toBeHidden();

  // Without a way to the server only the database has the answer when the page is loaded again.
  const keys = await hall.keys('info');
  const { id } = await hall.attempt(taker, 'info');
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  hall.site.network.when('PUT', /\/answers\/$/, { kind: 'drop-request' });
  const chosen = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'device');
  expect(await hall.answers(id)).toEqual({});
  // The state is that of a device already while the answer is on its way to the database.
  await expect.poll(async () => (await page.evaluate(keptHere)).answers).toBe(Object.keys(chosen).length);
  await page.reload();
  await on(page, 'exam-check').click();
  hall.site.network.behave();
  const arrived = async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    return hall.answers(id);
  };
  await expect.poll(arrived).toEqual(chosen);
  expect(broken).toEqual([]);
});

test('row 34: the system takes the sound away: it waits for the tap, goes on two seconds earlier, and no play is lost', {
  tag: '@long',
}, async ({ device, hall, taker }) => {
  const page = await device({ as: taker, at: hall.path('english-l') });
  await page.addInitScript(() => {
    const made: HTMLAudioElement[] = [];
    const starts: number[] = [];
    Object.assign(globalThis, { made, starts });
    const Native = Audio;
    globalThis.Audio = new Proxy(Native, {
      construct: (target, args) => {
        const element = new target(...args);
        made.push(element);
        element.addEventListener('playing', () => starts.push(element.currentTime));
        return element;
      },
    });
  });
  await page.reload();
  await startHere(page, { withSound: true });
  type Heard = { made: HTMLAudioElement[]; starts: number[] };
  const position = () => page.evaluate(() => (globalThis as unknown as Heard).made[0]?.currentTime ?? 0);
  const broadcast = on(page, 'exam-listening');
  await broadcast.getByRole('button', { name: '放送を始める' }).click();
  await expect(broadcast).toHaveAttribute('data-state', 'playing', { timeout: 60_000 });
  const begun = await broadcast.textContent();
  await expect.poll(position, { timeout: 60_000 }).toBeGreaterThan(4);
  // An incoming call: the browser pauses the element, and nobody on the page has asked for it.
  const stopped = await page.evaluate(() => {
    const [element] = (globalThis as unknown as Heard).made;
    element?.pause();
    return element?.currentTime ?? 0;
  });
  await expect(broadcast).toHaveAttribute('data-state', 'paused');
  await on(page, 'exam-option').first().check();
  await broadcast.getByRole('button', { name: '再開する' }).click();
  await expect(broadcast).toHaveAttribute('data-state', 'playing');
  // How far it was heard is stored once a second.
  const again = await page.evaluate(() => (globalThis as unknown as Heard).starts.at(-1) ?? 0);
  expect(stopped - again).toBeGreaterThan(1);
  expect(stopped - again).toBeLessThan(3.5);
  expect(await broadcast.textContent()).toBe(begun);
  const { id } = await hall.attempt(taker, 'english-l');
  const stalls = async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    const rows = await hall.site.rows<{ events: { kind: string }[] }>(
      `select events from exam_events where attempt_id = '${id}'`,
    );
    return rows.flatMap(({ events }) => events).filter(({ kind }) => kind === 'audio_stall').length;
  };
  await expect.poll(stalls).toBe(1);
});
