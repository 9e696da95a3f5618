import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { firstScreen } from '../e2e/firstScreen.ts';
import { keepDiary } from '../offline-kit/diary.ts';
import { waitUncovered } from '../offline-kit/uncovered.ts';
import { AppPage, noteBlue } from './appPage.ts';
import { BarePage } from './barePage.ts';
import { BuiltFiles } from './files.ts';
import { ScriptedServer } from './server.ts';

const root = join(import.meta.dirname, '..', '..');

/** The bases the build `dist-cross` was made with, see scripts/testBuilds.mjs; exchanged while serving. */
const placeholders = { api: 'http://backend.invalid', accounts: 'http://accounts.invalid' };

function buildFolder(variable: string, name: string): string {
  return process.env[variable] ?? join(root, name);
}

/** A guest's page and its server, for many tests. */
type Desk = { app: BarePage; server: ScriptedServer };

type TestFixtures = {
  /** The app's origin: files of the probe build and both APIs. */
  server: ScriptedServer;
  /** An origin on another host: foreign to the probe build, the backend of the cross build. */
  other: ScriptedServer;
  /** The build a newcomer gets, without hooks. */
  normalBuild: BuiltFiles;
  /** Built with `VITE_CREDENTIALS=include`, accounts on the app's origin and a backend on `other`. */
  crossBuild: BuiltFiles;
  /** The first tab. */
  app: AppPage;
  /** What the pages said, attached to a test that fails. */
  diary: undefined;
};

type WorkerFixtures = {
  /** The app with the hooks of session.md 18. */
  probeBuild: BuiltFiles;
  /** Session, fetch layer and probe of the app, without its screens (tests/bare-page). */
  bareBuild: BuiltFiles;
  /** See guestCalls.ts; here, so that its tests run in the same processes as the others of their file. */
  desk: Desk;
};

/**
 * Tests of session and fetch layer: a real browser, a production build with the hooks of session.md 18 and a
 * scripted server. Each test has a fresh browser context and servers of its own: what the pages of a former test sent
 * at their end may arrive late, and must not count here.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  trace: ['off', { scope: 'worker' }],
  serviceWorkers: 'block',
  probeBuild: [
    async ({ browserName: _browser }, use) => use(new BuiltFiles(buildFolder('DIST_PROBE', 'dist-probe'))),
    { scope: 'worker' },
  ],
  bareBuild: [
    async ({ browserName: _browser }, use) => use(new BuiltFiles(buildFolder('DIST_BARE', 'dist-bare'))),
    { scope: 'worker' },
  ],
  desk: [
    async ({ browser, bareBuild }, use) => {
      const server = await new ScriptedServer({ host: '127.0.0.1', files: bareBuild }).start();
      const context = await browser.newContext({ serviceWorkers: 'block', locale: 'ja-JP' });
      const app = new BarePage(await context.newPage(), server);
      await app.openAsGuest();
      await use({ app, server });
      await context.close();
      await server.stop();
    },
    { scope: 'worker' },
  ],
  server: async ({ probeBuild }, use) => {
    const server = await new ScriptedServer({ host: '127.0.0.1', files: probeBuild }).start();
    await use(server);
    await server.stop();
  },
  other: async ({ browserName: _browser }, use) => {
    const other = await new ScriptedServer({ host: 'localhost', isForeign: true }).start();
    await use(other);
    await other.stop();
  },
  normalBuild: async ({ browserName: _browser }, use) => use(new BuiltFiles(buildFolder('DIST', 'dist'))),
  crossBuild: async ({ server, other }, use) =>
    use(
      new BuiltFiles(
        buildFolder('DIST_CROSS', 'dist-cross'),
        new Map([
          [placeholders.api, other.origin],
          [placeholders.accounts, server.origin],
        ]),
      ),
    ),
  app: async ({ context, page, server }, use) => {
    waitUncovered(context, firstScreen);
    await context.addInitScript(noteBlue);
    await use(new AppPage(page, server));
  },
  diary: [async ({ context }, use, info) => keepDiary(context, info, () => use(undefined)), { auto: true }],
});

/**
 * The same without screens and routes, which is most of what a page load costs. For rules that hold whatever page is on
 * screen; what the guard, the routes or a screen does about them is for `test`.
 */
export const bareTest = test.extend<{ app: BarePage }>({
  server: async ({ bareBuild }, use) => {
    const server = await new ScriptedServer({ host: '127.0.0.1', files: bareBuild }).start();
    await use(server);
    await server.stop();
  },
  app: async ({ context, page, server }, use) => {
    await context.addInitScript(noteBlue);
    await use(new BarePage(page, server));
  },
});

export { expect } from '@playwright/test';
