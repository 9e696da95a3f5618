import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from './browser.ts';
import { killBrowser } from './killBrowser.ts';
import { waitUncovered } from './uncovered.ts';
import { stopWorkers } from './worker.ts';

/** What a new device looks like; the same as a context's options. */
export type DeviceOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

/**
 * A device with a browser profile on disk: what is stored outlives the browser process, so that a new morning can be
 * tested. One process at a time.
 */
export class Device {
  readonly #profile = mkdtempSync(join(tmpdir(), 'offline-kit-'));
  readonly #options: DeviceOptions;
  readonly #cover: string;
  #context: BrowserContext | null = null;

  /** `cover`: see `waitUncovered`; empty: nothing stands before a page. */
  constructor(options: DeviceOptions = {}, cover = '') {
    this.#options = options;
    this.#cover = cover;
  }

  /** The running browser; starts it if need be. */
  async context(): Promise<BrowserContext> {
    this.#context ??= await chromium.launchPersistentContext(this.#profile, {
      ...chromiumLaunch(),
      ...this.#options,
    });
    if (this.#cover) waitUncovered(this.#context, this.#cover);
    return this.#context;
  }

  /** A new tab. */
  async tab(): Promise<Page> {
    return (await this.context()).newPage();
  }

  /** The browser is closed and started again: a new process on the same profile. */
  async restart(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  /** The system ends the browser in the middle of whatever it does; the next tab is in a new one on the same profile. */
  async kill(): Promise<void> {
    if (this.#context) await killBrowser(this.#context);
    this.#context = null;
  }

  /** All tabs are closed and the worker is ended, the browser process goes on. */
  async closeTabs(): Promise<void> {
    const context = await this.context();
    const [first, ...others] = context.pages();
    for (const page of others) await page.close();
    const last = first ?? (await context.newPage());
    await last.goto('about:blank');
    await stopWorkers(last);
  }

  /** Throws the device away. */
  async drop(): Promise<void> {
    await this.#context?.close();
    // What is left of the browser's processes may write for another moment.
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }
}
