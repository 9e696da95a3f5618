import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { accessLifeSeconds, expiryOf, refreshLifeSeconds } from '#shared/lib/session/expiry.ts';
import { expect, test as kit } from '../../offline-kit/fixtures.ts';
import { freshFetch } from '../../offline-kit/freshFetch.ts';
import { InstalledBrowser } from '../../offline-kit/installedBrowser.ts';
import { Stage, type StageParts } from '../../offline-kit/stage.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { seedEntries, writeStored } from '../../scripted-server/stored.ts';
import { firstScreen } from '../firstScreen.ts';
import { rowsHere } from '../rowsHere.ts';
import type { Learner, LearnerWish } from './questions.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** The app, its server and the network between, for all tests of one worker process. */
export class Site extends Stage {
  readonly #dataDir: string;

  constructor(parts: StageParts, dataDir: string) {
    super(parts);
    this.#dataDir = dataDir;
  }

  /** Serves a copy of a finished build. */
  static async start(build = process.env.DIST ?? join(root, 'dist')): Promise<Site> {
    const dataDir = mkdtempSync(join(tmpdir(), 'konomanavi-e2e-'));
    const server = (folder: string) => ({
      args: ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'realServer.ts')],
      env: { DATA_DIR: dataDir, DIST_DIR: folder, HOST: '127.0.0.1' },
    });
    return new Site(await Stage.putUp({ build, server }), dataDir);
  }

  override async stop(): Promise<void> {
    await super.stop();
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  learner(wish: Partial<LearnerWish> = {}): Promise<Learner> {
    return this.server.ask({ ask: 'learner', courses: 2, withMarks: true, ...wish });
  }

  /** What the database says. */
  rows<Row>(sql: string): Promise<Row[]> {
    return this.server.ask({ ask: 'rows', sql });
  }

  /** Puts a file into the server's media. */
  storeMedia(path: string, content: Buffer): void {
    const file = join(this.#dataDir, 'media', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** What the operator's command does; the server has heard of it then, which takes up to a second. */
  async maintenance(action: 'on' | 'off', ...words: string[]): Promise<void> {
    await this.server.ask({ ask: 'maintenance', words: [action, ...words] });
    await this.#hasHeard(action);
  }

  /** The same by the command as it is typed: a process of its own, which takes seconds. */
  async typeMaintenance(action: 'on' | 'off', ...args: string[]): Promise<void> {
    const script = join(root, 'server', 'cli', 'db.ts');
    const env = { ...process.env, DATA_DIR: this.#dataDir };
    const { execPath } = process;
    await run(execPath, ['--disable-warning=ExperimentalWarning', script, 'maintenance', action, ...args], {
      env,
    });
    await this.#hasHeard(action);
  }

  async #hasHeard(action: 'on' | 'off'): Promise<void> {
    const isOn = async () =>
      (await freshFetch(`http://127.0.0.1:${this.server.port}/api/health/`)).status === 503;
    await expect.poll(isOn).toBe(action === 'on');
  }

  /** Logs in as a learner does, on the screen for it; where the page stands there already it is not loaded again. */
  async logInOnScreen(page: Page, learner: Learner): Promise<void> {
    if (!page.url().endsWith('/login')) await this.open(page, '/login');
    await page.getByTestId('login-id').fill(learner.email);
    await page.getByTestId('login-password').fill(learner.password);
    await page.getByTestId('login-submit').click();
    await page.waitForURL('**/mypage');
  }

  /**
   * Opens a page as a learner who has logged in on this device before. The session is a new one of the server's own,
   * stored as the app stores it: the way through the screen costs a load more and is the matter of other tests.
   */
  async logIn(page: Page, learner: Learner, path = '/mypage'): Promise<void> {
    const user = { id: learner.id, email: learner.email };
    const session = await this.server.ask<{ token: string; refresh: string }>({ ask: 'session', user });
    await this.open(page, '/version.json');
    const now = Date.now();
    const entries = seedEntries({
      access: session.token,
      accessExpiry: expiryOf(session.token, accessLifeSeconds, now),
      refresh: session.refresh,
      refreshExpiry: expiryOf(session.refresh, refreshLifeSeconds, now),
    });
    await writeStored(page, entries);
    await this.open(page, path);
    await expect(page.locator('[data-testid="shell"][data-session="in"]')).toBeVisible();
  }

  async open(page: Page, path: string): Promise<void> {
    await page.goto(this.network.origin + path);
  }

  /**
   * A learner who has seen these lists, on a device with the whole app; the page stands at the last of them. Name only
   * those that the test needs: each costs a page.
   */
  async settle(page: Page, learner: Learner, lists: readonly [List, ...List[]] = allLists): Promise<void> {
    const [first, ...others] = lists;
    await this.logIn(page, learner, `/mypage/${first}`);
    await listIsSeen(page, first, learner);
    for (const list of others) {
      await follow(page, `/mypage/${list}`);
      await listIsSeen(page, list, learner);
    }
    await workerIsWarm(page);
  }
}

/** The lists of a learner, by the end of their address. */
type List = 'course' | 'bookmark' | 'favorite' | 'notice';
const allLists = ['course', 'bookmark', 'favorite', 'notice'] as const;

/** The same course is on all of them but the last: without its heading a list may be the one before. */
async function listIsSeen(page: Page, list: List, learner: Learner): Promise<void> {
  const headings = { course: '学ぶ', bookmark: 'しおり', favorite: 'お気に入り', notice: 'お知らせ' };
  const words = list === 'notice' ? learner.notice : (learner.courses[0]?.name ?? '');
  // Behind a stored first screen of the page there would be two of each.
  const root = page.locator('#root');
  await expect(root.getByRole('heading', { level: 1, name: headings[list] })).toBeVisible();
  await expect(root.locator('main').getByText(words).first()).toBeVisible();
  // The library is shown before it is stored (src/features/library/sync.ts).
  if (list !== 'course') return;
  const isStored = async () =>
    (await rowsHere<{ list: string }>(page, 'pages')).some((row) => row.list === 'inventory');
  await expect.poll(isStored).toBe(true);
}

type Fixtures = {
  site: Site;
  learner: Learner;
  /** Whether the test finds the app installed, as it is on a device that was here before. */
  isInstalled: boolean;
};

/** Where the installed app of a site is found (`InstalledBrowser`). */
const installed = { page: '/login', file: '/version.json', caches: ['shell-', 'warm-', 'direct-'] };

/** Tests of everything offline: the production build in a real browser, the real server, a scripted network. */
export const test = kit.extend<Fixtures, { sharedSite: Site; installedBrowser: InstalledBrowser }>({
  cover: firstScreen,
  isInstalled: [false, { option: true }],
  installedBrowser: [
    async ({ browserName: _ }, use) => {
      const shared = new InstalledBrowser();
      await use(shared);
      await shared.drop();
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      context,
      isInstalled,
      installedBrowser,
      site,
      locale,
      timezoneId,
      viewport,
      colorScheme,
      hasTouch,
      cover,
    },
    use,
  ) => {
    const options = JSON.stringify([locale, timezoneId, viewport, colorScheme, hasTouch, cover]);
    const { origin } = site.network;
    await use(
      isInstalled ? await installedBrowser.lend(browser, { origin, ...installed }, options) : context,
    );
  },
  sharedSite: [
    async ({ browserName: _ }, use) => {
      const site = await Site.start();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: async ({ sharedSite }, use) => {
    await sharedSite.reset();
    await use(sharedSite);
  },
  learner: async ({ site }, use) => use(await site.learner()),
});

/**
 * For what the app does by itself once the server is back: it looks again at least once a minute
 * (src/shared/lib/transport/probePause.ts), however long the server was away.
 */
export const onReturn = { timeout: 100_000 };

/** Follows a link of the page to an address of the app, as a tap does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]:visible`).first().click();
}

export { expect };
