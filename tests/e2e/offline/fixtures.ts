import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test as kit } from '../../offline-kit/fixtures.ts';
import { freshFetch } from '../../offline-kit/freshFetch.ts';
import { InstalledBrowser } from '../../offline-kit/installedBrowser.ts';
import { Stage, type StageParts } from '../../offline-kit/stage.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { firstScreen } from '../firstScreen.ts';
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

  /** The operator's command, as it is typed; the server has heard of it then, which takes up to a second. */
  async maintenance(action: 'on' | 'off', ...args: string[]): Promise<void> {
    const script = join(root, 'server', 'cli', 'db.ts');
    const env = { ...process.env, DATA_DIR: this.#dataDir };
    const { execPath } = process;
    await run(execPath, ['--disable-warning=ExperimentalWarning', script, 'maintenance', action, ...args], {
      env,
    });
    const isOn = async () =>
      (await freshFetch(`http://127.0.0.1:${this.server.port}/api/health/`)).status === 503;
    await expect.poll(isOn).toBe(action === 'on');
  }

  async logIn(page: Page, learner: Learner): Promise<void> {
    await page.goto(`${this.network.origin}/login`);
    await page.getByTestId('login-id').fill(learner.email);
    await page.getByTestId('login-password').fill(learner.password);
    await page.getByTestId('login-submit').click();
    await page.waitForURL('**/mypage');
  }

  async open(page: Page, path: string): Promise<void> {
    await page.goto(this.network.origin + path);
  }

  /** A learner who has seen their library, bookmarks, favorites and notices, on a device with the whole app. */
  async settle(page: Page, learner: Learner): Promise<void> {
    await this.logIn(page, learner);
    const first = learner.courses[0]?.name ?? '';
    for (const [path, heading, words] of [
      ['/mypage/course', '学ぶ', first],
      ['/mypage/bookmark', 'しおり', first],
      ['/mypage/favorite', 'お気に入り', first],
      ['/mypage/notice', 'お知らせ', learner.notice],
    ] as const) {
      await follow(page, path);
      // The same course is on all of them: without its heading a list may be the one before.
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('main').getByText(words).first()).toBeVisible();
    }
    await workerIsWarm(page);
  }
}

type Fixtures = {
  site: Site;
  learner: Learner;
  /** Whether the test finds the app installed, as it is on a device that was here before. */
  isInstalled: boolean;
};

/** Where the installed app of a site is found (`InstalledBrowser`). */
const installed = { page: '/login', file: '/version.json', caches: ['shell-', 'warm-'] };

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
