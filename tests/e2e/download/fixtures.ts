import type { Page } from '@playwright/test';
import type { Seen } from '../../offline-kit/network.ts';
import { workerControls } from '../../offline-kit/worker.ts';
import { expect, test as offline, type Site } from '../offline/fixtures.ts';
import type { Learner } from '../offline/questions.ts';

export const mib = 1024 * 1024;

/**
 * How long it may take until a lesson is kept: the worker may have to fetch the whole app first, and what waits for the
 * network or for that is tried again only after 30 s (src/features/download/startDownloads.ts).
 */
export const keeping = { timeout: 150_000 };

/** Bytes that are different everywhere, the same for the same `seed`. */
export function bytesOf(size: number, seed: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed;
  for (let at = 0; at + 4 <= size; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    bytes.writeInt32LE(state, at);
  }
  return bytes;
}

/** The first lesson of a learner's first course, with media of known bytes at the server. */
export class Lesson {
  readonly site: Site;
  readonly page: Page;
  readonly videoPath: string;
  readonly address: string;
  readonly id: number;

  constructor(site: Site, page: Page, learner: Learner) {
    const [course] = learner.courses;
    const key = course?.name.replace('講座 ', '') ?? '';
    this.site = site;
    this.page = page;
    this.id = course?.lessons[0] ?? 0;
    this.videoPath = `test/${key}/1.mp4`;
    this.address = `/mypage/lecture/${course?.inventory}?lesson=${this.id}`;
    site.storeMedia(`test/${key}/board.webp`, bytesOf(40_000, 7));
    site.storeMedia(`test/${key}/a.vtt`, Buffer.from('WEBVTT\n'));
    site.storeMedia(`test/${key}/textbook.pdf`, bytesOf(90_000, 9));
  }

  /** What the server sends as the video from now on. */
  storeVideo(bytes: Buffer): void {
    this.site.storeMedia(this.videoPath, bytes);
  }

  /** Requests of the downloader for the video; the player on the page asks for it too. */
  videoRequests(): Seen[] {
    return this.site.network.seen('GET', this.#isPiece);
  }

  /** Lets so many pieces of the video through, then does `effect` to the next ones, `times` times. */
  after(pieces: number, effect: Parameters<Site['network']['when']>[2], times?: number): void {
    this.site.network.when('GET', this.#isPiece, effect, times);
    this.site.network.when('GET', this.#isPiece, { kind: 'delay', ms: 0 }, pieces);
  }

  readonly #isPiece = ({ path, headers }: Seen) =>
    path === `/media/${this.videoPath}` && headers['sec-fetch-dest'] === 'empty';

  /** How it stands with it on the screen. */
  get status() {
    return this.page.getByTestId('download-status').first();
  }

  async open(): Promise<void> {
    await this.site.open(this.page, this.address);
    await this.isOpen();
  }

  async isOpen(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 2, name: 'レッスン 1' })).toBeVisible();
  }

  async keep(): Promise<void> {
    await this.page.getByRole('button', { name: '「レッスン 1」を端末に保存' }).click();
    await this.page.getByRole('button', { name: /^保存を始める/ }).click();
    await expect(this.status).toBeVisible();
  }

  async press(name: string): Promise<void> {
    await this.status.getByRole('button', { name }).click();
  }

  async is(state: string, reason?: string): Promise<void> {
    await expect(this.status).toHaveAttribute('data-state', state, keeping);
    if (reason) await expect(this.status).toHaveAttribute('data-reason', reason);
  }

  async isReady(): Promise<void> {
    await this.is('ready');
    await expect(this.status).toContainText('オフラインで見られます');
    await workerControls(this.page);
  }

  /** Deletes the kept lesson. Its rows go first, its bytes after them: waits for both. */
  async remove(): Promise<void> {
    await this.press('端末から消す');
    await this.page.getByRole('dialog').getByRole('button', { name: '端末から消す' }).click();
    await expect(this.status).toHaveCount(0);
    await expect.poll(() => this.pieces()).toEqual([]);
  }

  /** Address under which the worker plays the kept video. */
  keptAddress(): Promise<string> {
    return this.page.evaluate(async () => {
      for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
          const { pathname } = new URL(url);
          if (!pathname.startsWith('/__file/')) continue;
          const record = await (await cache.match(pathname))?.json();
          if (record?.type === 'video/mp4')
            return `/media/offline/${pathname.slice('/__file/'.length)}/video`;
        }
      }
      return '';
    });
  }

  /** The browser loses a piece of the kept video, counted from 0, or all of it but its beginning. */
  async losePiece(n: number, isCut = false): Promise<void> {
    const [path] = (await this.pieces()).filter((one) => one.endsWith(`/${n}`));
    await this.page.evaluate(
      async ([lost = '', beginning]) => {
        for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
          const cache = await caches.open(name);
          if ((await cache.delete(lost)) && beginning) await cache.put(lost, new Response(beginning));
        }
      },
      [path, isCut ? 'beginning' : ''] as const,
    );
  }

  /** Asks for the kept video as a player does. */
  async read(range?: string) {
    const address = await this.keptAddress();
    return this.page.evaluate(
      async ([url, wanted]) => {
        const response = await fetch(url ?? '', wanted ? { headers: { range: wanted } } : {});
        const body = await response.arrayBuffer();
        const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
        return {
          status: response.status,
          range: response.headers.get('content-range'),
          length: response.headers.get('content-length'),
          size: body.byteLength,
          sum: Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join(''),
        };
      },
      [address, range],
    );
  }

  /** Addresses of pieces on the device. */
  async pieces(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const found: string[] = [];
      for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) found.push(new URL(url).pathname);
      }
      return found.filter((path) => path.startsWith('/__chunk/'));
    });
  }
}

/** A lesson with a video of 8 MiB, open in front of a learner who has just logged in. */
export const test = offline.extend<{ lesson: Lesson; bytes: Buffer }>({
  bytes: async ({ locale: _ }, use) => use(bytesOf(8 * mib - 1000, 1)),
  lesson: async ({ site, page, learner, bytes }, use) => {
    const lesson = new Lesson(site, page, learner);
    lesson.storeVideo(bytes);
    await site.logIn(page, learner, lesson.address);
    await lesson.isOpen();
    // An installation that a test breaks off begins again only after a while.
    await workerControls(page);
    await use(lesson);
  },
});

export { expect };
