import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright';
import type { AppServer } from './appServer.ts';
import { keepLesson, makeHeavyLesson } from './lesson.ts';
import { logIn, newProfile, openProfile, workerSettled } from './session.ts';

/** Memory used for playing: all processes of the browser, at rest and at the peak, MB. */
export type PlayMemory = { restMb: number; peakMb: number };
export type MemoryResult = { bytes: number; network: PlayMemory; store: PlayMemory };

/** The file is played at the app's maximum speed: it is read completely in half the time. */
const speed = 2;
/** Interval of the memory samples, ms. */
const everyMs = 250;

type Process = { pid: number; parent: number; kb: number; command: string };

function processes(): Process[] {
  const list = execFileSync('ps', ['-axo', 'pid=,ppid=,rss=,args='], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return list.split('\n').flatMap((line) => {
    const [, pid, parent, kb, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), kb: Number(kb), command }];
  });
}

/**
 * Resident memory of all processes of the browser on `profile` (pages, worker, network), MB. No single figure of the
 * browser's tools covers the worker, the media buffers and the network process. Shared pages are counted in each
 * process, so only differences between two samples are meaningful.
 */
function browserMemory(profile: string): number {
  const all = processes();
  const ours = new Set(
    all.filter(({ command }) => command.includes(`--user-data-dir=${profile}`)).map(({ pid }) => pid),
  );
  for (let before = -1; before !== ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid)).reduce((sum, { kb }) => sum + kb, 0) / 1024;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Opens the lesson in a new browser process and plays it to the end. */
async function playAll(profile: string, address: string, isKept: boolean): Promise<PlayMemory> {
  const context = await openProfile(profile);
  try {
    const page: Page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    const source = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc);
    if (source.includes('/media/offline/') !== isKept) throw new Error(`Played from ${source}.`);
    await pause(2000);
    const restMb = browserMemory(profile);
    await page.locator('video').evaluate(async (video: HTMLVideoElement, rate) => {
      video.muted = true;
      video.currentTime = 0;
      await video.play();
      video.playbackRate = rate;
    }, speed);
    let peakMb = restMb;
    const hasEnded = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended);
    for (const limit = performance.now() + 180_000; !(await hasEnded()); await pause(everyMs)) {
      if (performance.now() > limit) throw new Error('The video does not come to its end.');
      peakMb = Math.max(peakMb, browserMemory(profile));
    }
    return { restMb, peakMb };
  } finally {
    await context.close();
  }
}

/**
 * Plays the same heavy lesson from the network and, after keeping it, from the device; each in a new browser process.
 */
export async function measureMemory(server: AppServer, bytes: number): Promise<MemoryResult> {
  const lesson = await makeHeavyLesson(server, bytes);
  const address = server.origin + lesson.page;
  const profile = newProfile();
  const context = await openProfile(profile);
  const page = await context.newPage();
  await logIn(page, server.origin);
  await workerSettled(page);
  await context.close();
  const network = await playAll(profile, address, false);
  const keeping = await openProfile(profile);
  const keeper = await keeping.newPage();
  await keeper.goto(address);
  await keepLesson(keeper, lesson);
  await keeping.close();
  const store = await playAll(profile, address, true);
  return { bytes: lesson.bytes, network, store };
}
