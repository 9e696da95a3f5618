import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { servedPageAt } from '#shared/lib/pages/servedPages.ts';
import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';
import { buildVersion } from '../static/build.ts';
import { accepts } from '../static/encoding.ts';
import type { StaticFile } from '../static/files.ts';
import { type Ask, hasProgram, PageProgram } from './program.ts';

/** A page older than this, ms, is made anew when it is requested; until the new one exists, the old one is sent. */
const freshMs = 60_000;
/** The same for a request that wants today's page; it waits for that. Together, all such requests make one in this time. */
const freshForTodayMs = 2_000;
/** A page older than this, ms, is sent only when a new one is not ready soon: prices may have changed meanwhile. */
const staleMs = 600_000;
/** Longest wait for a new one while there is an old one, ms. */
const staleWaitMs = 1000;
/** How long the app's plain page is sent after a failure, ms. */
const pauseMs = 10_000;
/**
 * Longest wait of a visitor for a page that was never made, ms. After that the app's plain page renders it in the
 * browser.
 */
const patienceMs = 5000;
/** Most pages cached. */
const mostKept = 300;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** Output a tenth larger than the smallest, in a thirtieth of the time. */
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A page, plain and compressed. */
type Packed = { plain: Buffer; br: Buffer; gzip: Buffer; etag: string };
/**
 * `page`: the last one that could be made, at `madeAt`. `making`: the next one. `at`: time of the last try. Both times
 * are epoch ms.
 */
type Entry = { page: Packed | null; madeAt: number; making: Promise<void> | null; at: number };

/**
 * Prerenders the public pages that show data of the database, so that they can be read before any script runs
 * (performance.md 3). They are pages for an unknown visitor, the same for everyone; the app hydrates them and asks the
 * API itself.
 */
export class PageMaker {
  readonly #deps: Deps;
  readonly #ask: Ask;
  readonly #entries = new Map<string, Entry>();
  #program: PageProgram | null = null;
  #version = '';

  /** `ask`: this server's own API, called as a guest. */
  constructor(deps: Deps, ask: Ask) {
    this.#deps = deps;
    this.#ask = ask;
  }

  /**
   * The page of an address; `null`: not made here, or not now. Call it only for addresses that are known to exist.
   * `isOfToday`: what the device has kept is not enough, so the answer waits for a new one.
   */
  async find(path: string, acceptEncoding: string, isOfToday = false): Promise<StaticFile | null> {
    if (servedPageAt(path) === null || !(await this.#hasBuild())) return null;
    const entry = this.#entries.get(path) ?? this.#open(path);
    const now = this.#deps.clock.now();
    const [oldMs, waitedForMs] = isOfToday ? [freshForTodayMs, freshForTodayMs] : [freshMs, staleMs];
    const isOld = now - entry.at >= (entry.page ? oldMs : pauseMs);
    if (isOld && !entry.making) entry.making = this.#make(path, entry);
    if (!entry.page) await soon(entry.making, patienceMs);
    else if (now - entry.madeAt >= waitedForMs) await soon(entry.making, staleWaitMs);
    return entry.page && fileOf(entry.page, acceptEncoding);
  }

  /** Whether there is a build that can make pages; a new build makes them anew. */
  async #hasBuild(): Promise<boolean> {
    const { distDir: folder, appUrl } = this.#deps.config;
    const version = await buildVersion(folder);
    if (version !== this.#version) {
      this.#version = version;
      this.#entries.clear();
      void this.#program?.end();
      // Under that name no other machine can reach this one.
      const site = /^http:\/\/localhost\b/.test(appUrl) ? '' : appUrl;
      this.#program = hasProgram(folder) ? new PageProgram(folder, site, this.#ask) : null;
    }
    return this.#program !== null;
  }

  #open(path: string): Entry {
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size >= mostKept && oldest !== undefined) this.#entries.delete(oldest);
    const entry: Entry = { page: null, madeAt: 0, making: null, at: Number.NEGATIVE_INFINITY };
    this.#entries.set(path, entry);
    return entry;
  }

  async #make(path: string, entry: Entry): Promise<void> {
    try {
      entry.page = await pack((await this.#program?.make(path)) ?? '');
      entry.madeAt = this.#deps.clock.now();
    } catch (error) {
      this.#deps.log.error('page', { path, ...failureFields(error) });
    }
    entry.at = this.#deps.clock.now();
    entry.making = null;
  }
}

async function pack(html: string): Promise<Packed> {
  const plain = Buffer.from(html);
  const [br, packed] = await Promise.all([brotli(plain, brotliOptions), gzip(plain)]);
  return {
    plain,
    br,
    gzip: packed,
    // The ETag leaves out the time of making: a browser keeps an unchanged page, and knows its age.
    etag: createHash('sha256')
      .update(html.replace(/ data-at="\d+"/, ''))
      .digest('base64url')
      .slice(0, 22),
  };
}

/** Waits until the page is made, or failed, but not longer than `waitMs`. */
async function soon(making: Promise<void> | null, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([making, tooLate]);
  clearTimeout(timer);
}

function fileOf(page: Packed, acceptEncoding: string): StaticFile {
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(acceptEncoding, one)) ?? null;
  const content = page[encoding ?? 'plain'];
  return {
    type: 'text/html; charset=utf-8',
    encoding,
    varies: true,
    size: content.length,
    etag: `"${page.etag}${encoding ? `-${encoding}` : ''}"`,
    open: () => Promise.resolve(content),
  };
}
