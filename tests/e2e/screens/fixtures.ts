import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { freePort } from '../../offline-kit/appServer.ts';
import { Stage, type StageParts } from '../../offline-kit/stage.ts';
import { waitUncovered } from '../../offline-kit/uncovered.ts';
import { UsedBrowsers } from '../../offline-kit/usedBrowsers.ts';
import { seedEntries } from '../../scripted-server/stored.ts';
import { firstScreen } from '../firstScreen.ts';
import { goWithin } from '../goWithin.ts';
import { copyDemoData } from './demoData.ts';
import { Mailbox } from './mailbox.ts';
import type { Learner, Question } from './questions.ts';
import { type Ids, idsOf, type Screen, type Who } from './screens.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** The demo on a server and a network of its own, for all tests of one worker process. */
export class DemoSite extends Stage {
  /** Where the mails of this server arrive. */
  readonly mailbox: Mailbox;
  /** Address of the scripted gateway's pages for a person (money.md 3.2), without a slash at its end. */
  readonly counter: string;
  readonly #dataDir: string;

  constructor(parts: StageParts, mailbox: Mailbox, counter: string, dataDir: string) {
    super(parts);
    this.mailbox = mailbox;
    this.counter = counter;
    this.#dataDir = dataDir;
  }

  static async start(results: string): Promise<DemoSite> {
    const dataDir = mkdtempSync(join(tmpdir(), 'konomanavi-screens-'));
    const data = await copyDemoData(results, dataDir);
    const mailbox = await Mailbox.open();
    // A port of its own: the gateway leaves its usual one for any other when that is taken, this one it must get.
    const gatewayPort = String(await freePort());
    const server = (folder: string) => ({
      args: ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'demoServer.ts')],
      env: {
        ...data,
        DIST_DIR: folder,
        HOST: '127.0.0.1',
        SMTP_URL: mailbox.url,
        GATEWAY_PORT: gatewayPort,
      },
    });
    const parts = await Stage.putUp({ build: process.env.DIST ?? join(root, 'dist'), server });
    return new DemoSite(parts, mailbox, `http://localhost:${gatewayPort}`, dataDir);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.mailbox.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** A learner made for one test. */
  learner(question: Question): Promise<Learner> {
    return this.server.ask(question);
  }

  /** What the database says. */
  rows<Row>(sql: string): Promise<Row[]> {
    return this.server.ask({ ask: 'rows', sql });
  }

  /** Every call of the API finds nobody; the files of the app still come. */
  loseApi(): void {
    this.network.when('*', /^\/(api|accounts)\//, { kind: 'drop-request' });
  }

  /**
   * The API answers again, but not who only looks whether it does: the page does not notice by itself, so what a tap
   * does can be seen.
   */
  bringApiBackUnnoticed(): void {
    this.network.behave();
    this.network.when('GET', '/api/health/', { kind: 'drop-request' });
  }

  /** Calls of one path are answered with a failure of the server. */
  failAt(path: string | RegExp, times?: number): void {
    const body = JSON.stringify({ code: 'server', detail: '', request_id: 'scripted-500' });
    const headers = { 'content-type': 'application/json' };
    this.network.when('GET', path, { kind: 'answer', status: 500, headers, body }, times);
  }

  /** The cookies of an open session, as the login leaves them. */
  stateOf(learner: Learner): NonNullable<BrowserContextOptions['storageState']> {
    const seed = { access: learner.token, refresh: learner.refresh };
    const entries = Object.entries(seedEntries(seed, Date.now() + (learner.ahead ?? 0)));
    const cookies = entries.map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      domain: 'localhost',
      path: '/',
      expires: Math.floor(Date.now() / 1000) + 86_400,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    }));
    const localStorage = entries.map(([name, value]) => ({ name, value }));
    return { cookies, origins: [{ origin: this.network.origin, localStorage }] };
  }
}

/** A browser in Japan without motion and without a worker. */
const plain = {
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions;

/** Waits until a screen has all its content. */
async function isThere(page: Page, screen: Screen): Promise<void> {
  await expect(screen.ready(page)).toBeVisible();
  // Nothing is on its way: a part that came in the middle of a look would be seen half.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** How a test looks at the app. */
export type Visit = BrowserContextOptions & {
  /** `null`: a guest. */
  as: Learner | null;
  at: string;
};

/**
 * The accounts `npm start` prints (architecture.md 1), each with a browser of its own; tests only look at what they
 * have.
 */
type Gallery = {
  /** A screen with all its content, in a new tab of the browser of who sees it. */
  show: (screen: Screen, how: { width: number; height: number; theme: 'light' | 'dark' }) => Promise<Page>;
};

/** Goes on to a screen of the same account inside the app, in the tab that is open: a load costs more than a look. */
type Walk = (page: Page, screen: Screen) => Promise<void>;

/** The browsers of these accounts, each opened when it is first needed. */
type Rooms = { ids: Ids; room: (who: Who) => Promise<BrowserContext> };

type Fixtures = {
  site: DemoSite;
  gallery: Gallery;
  walk: Walk;
  /** A fresh browser for somebody, on a page; the worker stays away unless the test wants it. */
  visit: (visit: Visit) => Promise<Page>;
  /** A learner of this test with all that the demo student has. */
  student: Learner;
};

/** What all tests of a worker process share. Tests with the same share a process, and so its server. */
type Shared = { sharedSite: DemoSite; rooms: Rooms; usedBrowsers: UsedBrowsers };

/** Tests of the screens: the production build in a real browser, the real server with the demo content. */
export const test = base.extend<Fixtures, Shared>({
  sharedSite: [
    async ({ browserName: _ }, use, { project }) => {
      const site = await DemoSite.start(project.outputDir);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  usedBrowsers: [
    async ({ browserName: _ }, use) => {
      const browsers = new UsedBrowsers();
      await use(browsers);
      await browsers.drop();
    },
    { scope: 'worker' },
  ],
  rooms: [
    async ({ sharedSite, browser }, use) => {
      const rooms = new Map<Who, BrowserContext>();
      const account = (who: Exclude<Who, 'guest'>) =>
        sharedSite.learner({ ask: 'session', email: `${who}@example.com`, password: 'manabi-2026' });
      const learner = await account('student');
      const ids: Ids = await idsOf(sharedSite, learner);
      const room = async (who: Who) => {
        const known = rooms.get(who);
        if (known) return known;
        const as = who === 'guest' ? null : who === 'student' ? learner : await account(who);
        const made = await browser.newContext({
          ...plain,
          storageState: as ? sharedSite.stateOf(as) : undefined,
        });
        rooms.set(who, made);
        return made;
      };
      await use({ ids, room });
      for (const context of rooms.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  site: async ({ sharedSite }, use) => {
    await sharedSite.reset();
    await use(sharedSite);
  },
  gallery: async ({ site, rooms }, use) => {
    const opened: Page[] = [];
    await use({
      show: async (screen, { width, height, theme }) => {
        const page = await (await rooms.room(screen.who)).newPage();
        opened.push(page);
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.goto(site.network.origin + screen.path(rooms.ids));
        await isThere(page, screen);
        return page;
      },
    });
    // One that stayed open would call the server in the middle of the next test.
    for (const page of opened) await page.close();
  },
  walk: async ({ rooms }, use) => {
    await use(async (page, screen) => {
      // A page that was made before looks whole before the app is there to lead on.
      await expect(page.getByTestId('shell')).not.toHaveAttribute('data-session', 'pending');
      await goWithin(page, screen.path(rooms.ids));
      // What a screen is ready by may stand on the one before, too; its heading does not.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
      await isThere(page, screen);
    });
  },
  student: async ({ site }, use) => use(await site.learner({ ask: 'student' })),
  visit: async ({ browser, site, viewport }, use) => {
    const opened: BrowserContext[] = [];
    await use(async ({ as, at, ...options }) => {
      const storageState = as ? site.stateOf(as) : undefined;
      const context = await browser.newContext({ ...plain, viewport, storageState, ...options });
      opened.push(context);
      // Without scripts a page stays as it was made.
      if (options.javaScriptEnabled !== false) waitUncovered(context, firstScreen);
      const page = await context.newPage();
      await page.goto(site.network.origin + at);
      return page;
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
