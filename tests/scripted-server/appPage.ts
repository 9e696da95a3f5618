import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { ProbeRequest, ProbeResult } from '#app/probe.ts';
import { api } from './defaults.ts';
import type { ScriptedServer } from './server.ts';
import {
  keys,
  readStored,
  type Seed,
  type Stored,
  seedEntries,
  storedKeys,
  writeAhead,
  writeStored,
} from './stored.ts';

/** A call through the app's own client (session.md 18), with what no caller in the app would send, too. */
export type ProbeCall = Omit<ProbeRequest, 'method' | 'query'> & {
  method?: string;
  query?: Record<string, unknown>;
};

declare global {
  interface Window {
    __blueSaid?: string[];
  }
}

/**
 * Notes in the page each message of the blue bar: a bar stands for 3 s, and on a busy machine that is less than may lie
 * between two looks.
 */
export function noteBlue(): void {
  const said: string[] = [];
  window.__blueSaid = said;
  const look = () => {
    const text = document.querySelector('[data-testid="blue-alert"]')?.textContent;
    if (text && text !== said.at(-1)) said.push(text);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** What the browser itself says about a failed call is not a word of the app. */
const browserNoise = /^(Failed to load resource|Access to fetch|Service Worker registration blocked)/;

/** The tests of this folder block workers, and the app says so. */
const workerNoise = /^worker: not registered/;

/** Where a signed-in test stands that wants none of the lists: a public page that moves nobody. */
export const quietPage = '/maintenance';

export type { ProbeResult } from '#app/probe.ts';

/** One tab with the app, and everything a test may look at. */
export class AppPage {
  readonly page: Page;
  readonly server: ScriptedServer;
  /** Errors and warnings the app wrote to the console, with what was thrown and not caught. */
  readonly console: string[] = [];

  constructor(page: Page, server: ScriptedServer) {
    this.page = page;
    this.server = server;
    page.on('console', (message) => {
      const isLoud = message.type() === 'error' || message.type() === 'warning';
      const text = message.text();
      if (isLoud && !browserNoise.test(text) && !workerNoise.test(text)) this.console.push(text);
    });
    page.on('pageerror', (error) => this.console.push(`uncaught: ${error.message}`));
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  get shell(): Locator {
    return this.page.getByTestId('shell');
  }

  get blue(): Locator {
    return this.page.getByTestId('blue-alert');
  }

  /** What the blue bar has said since the page was loaded. */
  blueSaid(): Promise<string[]> {
    return this.page.evaluate(() => window.__blueSaid ?? []);
  }

  /** Waits until the blue bar has said `text`; it may be gone again by now. */
  async expectBlue(text: string): Promise<void> {
    await expect.poll(() => this.blueSaid()).toContain(text);
  }

  /** Any element of session.md 18. */
  part(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  /** Puts a session into the stores before the app is there. Without anything: one that is good for an hour. */
  async seed(seed: Seed = {}, into?: readonly (keyof Stored)[], now?: number): Promise<void> {
    await this.blank();
    await writeStored(this.page, seedEntries(seed, now), into);
  }

  /** An empty page of the app's origin, without the app. */
  async blank(): Promise<void> {
    await this.page.goto(`${this.server.origin}/__blank`);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.server.origin + path);
  }

  /** Opens a page as a learner whose session is good, and waits until the first load of the lists is over. */
  async openSignedIn(path: string = quietPage, seed: Seed = {}): Promise<void> {
    await writeAhead(this.page, seedEntries(seed));
    await this.open(path);
    await this.expectSession('in');
    await this.listsLoaded();
  }

  /** Waits until the three lists have been asked for (session.md 13.1) and what follows at once is over. */
  async listsLoaded(): Promise<void> {
    for (const path of [api.inventory, api.favorite, api.check]) await this.server.arrival('GET', path);
    await this.settle();
  }

  async openAsGuest(path = '/login'): Promise<void> {
    await this.open(path);
    await this.expectSession('out');
  }

  async expectSession(state: 'pending' | 'in' | 'out'): Promise<void> {
    await expect(this.shell).toHaveAttribute('data-session', state);
  }

  /** Path, query and fragment on screen. */
  address(): string {
    const { origin, href } = new URL(this.page.url());
    return href.slice(origin.length);
  }

  async expectAddress(address: string): Promise<void> {
    await expect.poll(() => this.address()).toBe(address);
  }

  async fillLogin(email = 'student@example.com', password = 'manabi-2026'): Promise<void> {
    await this.part('login-id').fill(email);
    await this.part('login-password').fill(password);
  }

  async logIn(): Promise<void> {
    await this.fillLogin();
    await this.part('login-submit').click();
  }

  stored(): Promise<Stored> {
    return readStored(this.page);
  }

  /** Waits until no store holds any token. */
  async expectNoTokens(): Promise<void> {
    await expect
      .poll(async () => storedKeys(await this.stored()).filter((key) => key !== keys.redirect))
      .toEqual([]);
  }

  /** Waits until the app has made its probe. */
  async probeReady(): Promise<void> {
    await this.page.waitForFunction(() => window.__probe !== undefined);
  }

  /** Sends through the app's client. A page that goes away meanwhile counts as an error named `gone`. */
  async request(call: ProbeCall | string): Promise<ProbeResult> {
    const wanted = typeof call === 'string' ? { url: call } : call;
    await this.probeReady();
    return this.page
      .evaluate((sent) => window.__probe?.request(sent) as Promise<ProbeResult>, wanted as ProbeRequest)
      .catch((error: Error) => ({
        status: null,
        data: null,
        error: { name: 'gone', message: error.message },
      }));
  }

  /** Sends several calls in one turn of the page's event loop. */
  async requestAll(calls: ProbeCall[]): Promise<ProbeResult[]> {
    await this.probeReady();
    return this.page.evaluate(
      (sent) => Promise.all(sent.map((call) => window.__probe?.request(call) as Promise<ProbeResult>)),
      calls as ProbeRequest[],
    );
  }

  /** Follows an address by program; what the app throws comes back as text. */
  async go(url: string, options?: { external?: boolean }): Promise<string | null> {
    await this.probeReady();
    return this.page.evaluate(
      async ([target, how]) => {
        try {
          await window.__probe?.go(target, how);
          return null;
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
      },
      [url, options] as const,
    );
  }

  /**
   * Lets everything the app does at once happen: tasks, a painted frame, a call to the server and back. What has not
   * been sent after that was not sent in answer to what went before.
   */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
        await fetch('/__barrier', { cache: 'no-store' });
      }
    });
  }

  /** Console lines that contain `text`. */
  said(text: string): string[] {
    return this.console.filter((line) => line.includes(text));
  }

  /** Another tab of the same browser. */
  async newTab(): Promise<AppPage> {
    return new AppPage(await this.context.newPage(), this.server);
  }
}
