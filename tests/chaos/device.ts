import type { Browser, BrowserContext, Page } from '@playwright/test';
import { firstScreen } from '../e2e/firstScreen.ts';
import type { Learner } from '../e2e/offline/questions.ts';
import { makeClockMovable, moveClock } from '../offline-kit/clock.ts';
import { waitUncovered } from '../offline-kit/uncovered.ts';
import { workerIsWarm } from '../offline-kit/worker.ts';
import { Link } from './link.ts';
import { Screen, type Shown } from './screen.ts';
import { tabCount } from './steps.ts';
import { type Queued, readQueue } from './stored.ts';

/** How long a device may take to come to rest, ms. */
const restLimitMs = 120_000;
/** Everything the course page brings to the device. */
const lists = ['bookmark', 'favorite', 'check', 'note', 'watchhistory'].map((name) => `/api/lms/${name}/`);
/** A list that is not asked for in this time is not asked for at all: what is stored is fresh enough, ms. */
const listLimitMs = 30_000;
/** How many of its last words a report has. */
const saidInReport = 20;
/** Pause between two looks, ms. */
const lookEveryMs = 20;

/** One device of the learner: a browser of its own with several tabs, on a line of its own. */
export class ChaosDevice {
  readonly number: number;
  readonly link: Link;
  readonly #context: BrowserContext;
  readonly #learner: Learner;
  readonly #tabs: (Screen | null)[] = Array.from({ length: tabCount }, () => null);
  /** `until`: when waiting for lists ends, epoch ms; 0: it has not begun. */
  #lists: { from: number; tabs: number; until: number } | null = null;
  /** The lesson each tab was at. */
  readonly #lessons: string[];
  /** Warnings and errors of its consoles, for a report. */
  readonly #said: string[] = [];

  private constructor(number: number, link: Link, context: BrowserContext, learner: Learner) {
    this.number = number;
    this.link = link;
    this.#context = context;
    this.#learner = learner;
    this.#lessons = this.#tabs.map(() => String(learner.courses[0]?.lessons[0]));
    context.on('console', (message) => {
      if (message.type() === 'warning' || message.type() === 'error') this.#said.push(message.text());
    });
    context.on('weberror', (fault) => this.#said.push(String(fault.error())));
  }

  /** A new device on which the learner has logged in, with every tab open and the whole app kept. */
  static async start(
    number: number,
    browser: Browser,
    serverPort: number,
    learner: Learner,
  ): Promise<ChaosDevice> {
    const context = await browser.newContext({
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    });
    waitUncovered(context, firstScreen);
    const link = await Link.to(serverPort);
    const device = new ChaosDevice(number, link, context, learner);
    try {
      await device.#logIn();
    } catch (error) {
      await device.stop().catch(() => undefined);
      throw error;
    }
    return device;
  }

  async #logIn(): Promise<void> {
    await makeClockMovable(this.#context);
    const page = await this.#context.newPage();
    await page.goto(`${this.link.network.origin}/login`);
    await page.getByTestId('login-id').fill(this.#learner.email);
    await page.getByTestId('login-password').fill(this.#learner.password);
    await page.getByTestId('login-submit').click();
    await page.waitForURL('**/mypage');
    this.#tabs[0] = new Screen(page);
    for (let tab = 0; tab < tabCount; tab += 1) await this.#open(tab);
    await workerIsWarm(page);
  }

  async stop(): Promise<void> {
    await this.#context.close();
    await this.link.network.disconnect();
  }

  /** A tab that shows the course, opened anew when it has to be; `null`: it cannot be opened now. */
  async tab(number: number): Promise<Screen | null> {
    const screen = this.#tabs[number];
    if (screen && (await screen.read().catch(() => null))) {
      await screen.clearDialogs();
      return screen;
    }
    return await this.#open(number);
  }

  /** Whether the line leads anywhere. */
  get isConnected(): boolean {
    return this.link.network.isConnected && !this.link.isDark;
  }

  /** Every tab that is alive. */
  alive(): Screen[] {
    return this.#tabs.filter((screen) => screen !== null);
  }

  /** Remembers where a tab is, for when it has to be opened again. */
  isAt(tab: number, lesson: string): void {
    this.#lessons[tab] = lesson;
  }

  async reload(tab: number): Promise<void> {
    if (this.#tabs[tab]) await this.#open(tab);
  }

  /** Ends a tab: `crash` as when the system ends it, without a last word. */
  async kill(tab: number, how: 'crash' | 'close'): Promise<void> {
    const screen = this.#tabs[tab];
    if (!screen) return;
    this.#tabs[tab] = null;
    this.#lists = null;
    this.link.expectDeath();
    if (how === 'crash') await crash(screen.page);
    await screen.page.close({ runBeforeUnload: false });
  }

  /** Ends every tab, and with them the worker's old version. */
  async killAll(): Promise<void> {
    for (let tab = 0; tab < tabCount; tab += 1) await this.kill(tab, 'close');
  }

  /** The learner looks at a tab again. */
  async focus(tab: number): Promise<void> {
    await this.#tabs[tab]?.page.evaluate(() => void dispatchEvent(new Event('focus')));
  }

  /**
   * The app asks whether the server is there, as it does when the system says that the network changed; with the line
   * gone, until every tab says so.
   */
  async notice(): Promise<void> {
    for (const { page } of this.alive()) {
      await page.evaluate(() => void dispatchEvent(new Event('offline'))).catch(() => undefined);
    }
    if (this.isConnected) return;
    for (const { page } of this.alive()) await page.getByTestId('status-strip').waitFor();
  }

  /** From now on the device is not at rest before every open tab has brought all its lists up to date. */
  expectLists(tabs = this.alive().length): void {
    this.#lists = { from: this.link.network.seen().length, tabs, until: 0 };
  }

  /** Sets the clock wrong, and has the device hear from the server: what it did before is not in question. */
  async moveClock(movedBy: number): Promise<void> {
    await moveClock(this.#context, this.link.network.origin, movedBy);
    await this.notice();
  }

  /** What waits on the device to be sent, and what was refused; `null`: no tab to ask. */
  async queue(): Promise<Queued[] | null> {
    const [screen] = this.alive();
    return screen ? await readQueue(screen.page) : null;
  }

  /** Whether everything that can be sent has been. */
  async isDrained(): Promise<boolean> {
    return (await this.queue())?.every(({ state }) => state === 'refused') ?? false;
  }

  /**
   * Waits until the device does nothing any more that the plan does not hold up. `isReached`: the server answers, so
   * that the queue must empty itself. Gives up with an error: something never ends.
   */
  async rest({ isReached, isNudged }: { isReached: boolean; isNudged: boolean }): Promise<void> {
    const end = Date.now() + restLimitMs;
    let nudgedAt = 0;
    let looks: string[] = [];
    for (;;) {
      if (isNudged && Date.now() - nudgedAt > 300) {
        nudgedAt = Date.now();
        for (let tab = 0; tab < tabCount; tab += 1) await this.focus(tab);
      }
      const mustDrain = isReached && !this.link.isDark && !this.link.isHolding;
      const look = await this.#look(mustDrain);
      looks = look !== null && look === looks[0] ? [look, ...looks] : look === null ? [] : [look];
      if (looks.length >= (this.link.isHolding ? 4 : 2)) return;
      if (Date.now() > end) throw new Error(`device ${this.number} does not come to rest`);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }

  /** What the device looks like; `null`: something is still going on. */
  async #look(mustDrain: boolean): Promise<string | null> {
    const queue = await this.queue();
    if (queue === null) return '';
    if (mustDrain && queue.some(({ state }) => state !== 'refused')) return null;
    if (this.link.running().length > 0 || (mustDrain && !this.#hasLists())) return null;
    const shown = await Promise.all(this.alive().map((screen) => screen.read().catch(() => null)));
    if (!isSame(shown.filter((one) => one !== null))) return null;
    return JSON.stringify([queue.map(({ entity, state, body }) => [entity, state, body]), shown]);
  }

  #hasLists(): boolean {
    if (!this.#lists) return true;
    const { from, tabs } = this.#lists;
    const asked = this.link.network.seen().slice(from);
    const isThere = (list: string) =>
      asked.filter(({ method, path }) => method === 'GET' && path === list).length >= tabs;
    this.#lists.until ||= Date.now() + listLimitMs;
    if (!lists.every(isThere) && Date.now() < this.#lists.until) return false;
    this.#lists = null;
    return true;
  }

  /** What the device looks like now, for a report. */
  async describe(): Promise<string> {
    const queue = await this.queue().catch(() => null);
    const waiting = queue?.map(
      ({ entity, state, tries, body }) => `${entity} ${state} ${tries} ${JSON.stringify(body)}`,
    );
    const running = this.link.running().map(({ method, path }) => `${method} ${path}`);
    const tabs = this.#tabs.map(async (screen) => {
      const shown = await screen?.read().catch(String);
      const words = shown === null ? await screen?.page.innerText('body').catch(String) : '';
      return `${screen?.page.url() ?? 'closed'} ${JSON.stringify(shown)} ${words?.replaceAll('\n', ' ').slice(0, 500)}`;
    });
    const { isDark, isHolding } = this.link;
    const line = { isConnected: this.isConnected, isDark, isHolding, running };
    return [
      `device ${this.number}`,
      JSON.stringify(line),
      ...(waiting ?? []),
      ...(await Promise.all(tabs)),
      ...this.#said.slice(-saidInReport).map((words) => `said: ${words}`),
    ].join('\n  ');
  }

  async #open(tab: number): Promise<Screen | null> {
    const screen = this.#tabs[tab] ?? new Screen(await this.#context.newPage());
    this.#tabs[tab] = screen;
    const { inventory } = this.#learner.courses[0] ?? {};
    const address = `${this.link.network.origin}/mypage/lecture/${inventory}?lesson=${this.#lessons[tab]}`;
    this.expectLists(1);
    if (await screen.open(address)) return screen;
    return null;
  }
}

/** Two tabs of one device show the same marks, and the same notes of the same lesson. */
function isSame(shown: Shown[]): boolean {
  const [first, ...others] = shown;
  return others.every((other) => {
    const isSameLesson = other.lesson === first?.lesson;
    const seen = (one: Shown | undefined) =>
      JSON.stringify(one && [one.isBookmarked, one.stars, one.levels, isSameLesson && one.notes]);
    return seen(first) === seen(other);
  });
}

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const tools = await page.context().newCDPSession(page);
  tools.send('Page.crash').catch(() => undefined);
  await crashed;
}
