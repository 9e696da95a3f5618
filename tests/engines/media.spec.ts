import type { DemoSite } from '../e2e/screens/fixtures.ts';
import { test as base } from './demoFixtures.ts';
import type { Engine, Tab } from './driver.ts';
import { expect } from './fixtures.ts';
import { go, isWarm, logIn, named, openPanel, part, see } from './steps.ts';

/** A lesson of the demo with real video, boards and textbook, open to a learner of this test. */
type Lesson = { address: string; name: string };

const test = base.extend<{ lesson: Lesson }>({
  lesson: async ({ demo, tab }, use) => {
    const learner = await demo.learner({ ask: 'student' });
    await logIn(tab, demo, learner);
    const [row] = await demo.rows<{ item: number; id: number; name: string }>(
      `select i.id as item, l.id, l.name from inventories i join courses c on c.id = i.course_id
       join lessons l on l.course_id = c.id
       where i.user_id = ${learner.id} and c.key = 'hs-math-1' and l.key like '%0301'`,
    );
    await use({ address: `/mypage/lecture/${row?.item}?lesson=${row?.id}`, name: row?.name ?? '' });
  },
});

/** Keeps the lesson on the device and waits until every byte of it is there. */
async function keep(tab: Tab, demo: DemoSite, lesson: Lesson): Promise<void> {
  await go(tab, demo, lesson.address);
  // Longer than the app needs to ask again after a call that nobody answered.
  await expect
    .poll(async () => `${await tab.address()} ${await tab.text('#root main')}`, { timeout: 100_000 })
    .toContain(lesson.name);
  await tab.click(await named(tab, 'button', `「${lesson.name}」を端末に保存`));
  await tab.click(await named(tab, 'button', '保存を始める'));
}

/** How it stands with the lesson on screen. */
function downloadState(tab: Tab): Promise<string> {
  return tab
    .evaluate((css) => document.querySelector(css)?.getAttribute('data-state') ?? '', part('download-status'))
    .catch(() => '');
}

async function isReady(tab: Tab): Promise<void> {
  // It wants the whole app, which is kept first.
  await expect.poll(() => downloadState(tab), { timeout: 150_000 }).toBe('ready');
}

/** The page with the lesson, after the server has gone, in a new process of the browser. */
async function openWithoutServer(engine: Engine, demo: DemoSite, lesson: Lesson): Promise<Tab> {
  await demo.shutDown();
  await engine.restart();
  const next = await engine.tab();
  await go(next, demo, lesson.address);
  await see(next, lesson.name, 'main');
  return next;
}

/** Where the video of the page stands. */
function video(tab: Tab) {
  return tab.evaluate(() => {
    const found = document.querySelector('video');
    const { currentTime = 0, duration = 0, readyState = 0, seeking = true } = found ?? {};
    return { time: currentTime, duration: duration || 0, ready: readyState, isSeeking: seeking };
  });
}

async function play(tab: Tab): Promise<void> {
  await expect.poll(async () => (await video(tab)).ready, { timeout: 30_000 }).toBeGreaterThanOrEqual(1);
  await tab.evaluate(async () => {
    const found = document.querySelector('video');
    if (!found) throw new Error('There is no video.');
    found.muted = true;
    await found.play();
  });
}

/** Goes to a part of the video, and waits until it plays on from there. */
async function seekTo(tab: Tab, share: number): Promise<void> {
  const { duration } = await video(tab);
  const wanted = duration * share;
  await tab.evaluate((second) => {
    const found = document.querySelector('video');
    if (found) found.currentTime = second;
  }, wanted);
  await expect
    .poll(
      async () => {
        const now = await video(tab);
        return !now.isSeeking && now.ready >= 2 && now.time > wanted + 0.2 && now.time < wanted + 20;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

test('71, 74 · a kept lesson plays and seeks after the server is gone', async ({
  demo,
  engine,
  tab,
  lesson,
}) => {
  await keep(tab, demo, lesson);
  await isReady(tab);
  await isWarm(tab);
  const next = await openWithoutServer(engine, demo, lesson);
  await play(next);
  await expect.poll(async () => (await video(next)).time, { timeout: 30_000 }).toBeGreaterThan(0.5);
  for (const share of [0.7, 0.1, 0.5]) await seekTo(next, share);
});

test('71, 72, 74 · ranges of a kept video are exact, and an open one goes to the end', async ({
  demo,
  tab,
  lesson,
}) => {
  await keep(tab, demo, lesson);
  await isReady(tab);
  await demo.shutDown();
  const read = (range: string) =>
    tab.evaluate(async (wanted) => {
      for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
          const { pathname } = new URL(url);
          if (!pathname.startsWith('/__file/')) continue;
          const record = await (await cache.match(pathname))?.json();
          if (record?.type !== 'video/mp4') continue;
          const address = `/media/offline/${pathname.slice('/__file/'.length)}/video`;
          const response = await fetch(address, wanted ? { headers: { range: wanted } } : {});
          const { byteLength } = await response.arrayBuffer();
          return { status: response.status, range: response.headers.get('content-range'), byteLength };
        }
      }
      return { status: 0, range: null, byteLength: 0 };
    }, range);
  const whole = await read('');
  expect(whole.status).toBe(200);
  const size = whole.byteLength;
  expect(await read('bytes=0-1')).toEqual({ status: 206, range: `bytes 0-1/${size}`, byteLength: 2 });
  expect(await read('bytes=-3')).toMatchObject({ status: 206, byteLength: 3 });
  expect(await read('bytes=10-')).toMatchObject({ status: 206, byteLength: size - 10 });
  expect((await read(`bytes=${size}-`)).status).toBe(416);
});

test('75, 76, 78 · a download that broke off goes on after a reload and ends whole', async ({
  demo,
  tab,
  lesson,
}) => {
  const isVideo = /\/media\/.*\.mp4$/;
  demo.network.when('GET', isVideo, { kind: 'stall-body', after: 1000 });
  await keep(tab, demo, lesson);
  // The player asks for the same file: its request does not say that the download has begun.
  await expect.poll(() => downloadState(tab), { timeout: 30_000 }).toBe('downloading');
  await demo.network.arrival('GET', isVideo);
  demo.network.behave();
  await tab.reload();
  await isReady(tab);
  await tab.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
      const cache = await caches.open(name);
      const piece = (await cache.keys()).find(({ url }) => url.includes('/__chunk/'));
      if (piece) await cache.delete(piece);
    }
  });
  await tab.reload();
  await expect.poll(() => downloadState(tab), { timeout: 30_000 }).toBe('broken');
});

test('10, 81 · with the server dead the textbook shows its Japanese letters as before', async ({
  demo,
  engine,
  tab,
  lesson,
}) => {
  test.setTimeout(150_000);
  /** How many dark points the page of the book has. */
  const ink = async (where: Tab) => {
    await openPanel(where, 'テキスト');
    await see(where, '三角比の定義', part('textbook-page'));
    const count = () =>
      where.evaluate((css) => {
        const canvas = document.querySelector<HTMLCanvasElement>(`${css} canvas`);
        if (!canvas) return 0;
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let dark = 0;
        for (let at = 0; at < data.length; at += 4)
          if ((data[at] ?? 255) < 100 && data[at + 3] === 255) dark += 1;
        return dark;
      }, part('textbook-page'));
    // A page is drawn in pieces: it is done when nothing is added any more.
    let former = -1;
    const isDrawn = async () => {
      const before = former;
      former = await count();
      return former > 500 && former === before;
    };
    await expect.poll(isDrawn, { timeout: 30_000, intervals: [1000] }).toBe(true);
    return former;
  };
  await isWarm(tab);
  await go(tab, demo, lesson.address);
  const online = await ink(tab);
  const next = await openWithoutServer(engine, demo, lesson);
  expect(await ink(next)).toBe(online);
});
