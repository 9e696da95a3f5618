import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { keepDiary } from '../offline-kit/diary.ts';
import { AppPage } from './appPage.ts';
import { BuiltFiles } from './files.ts';
import { ScriptedServer } from './server.ts';

const root = join(import.meta.dirname, '..', '..');

/** The bases the build `dist-cross` was made with, see scripts/testBuilds.mjs; exchanged while serving. */
const placeholders = { api: 'http://backend.invalid', accounts: 'http://accounts.invalid' };

function buildFolder(variable: string, name: string): string {
  return process.env[variable] ?? join(root, name);
}

type Servers = {
  app: ScriptedServer;
  other: ScriptedServer;
  normal: () => BuiltFiles;
  cross: () => BuiltFiles;
};

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

/**
 * Tests of session and fetch layer: a real browser, a production build with the hooks of session-contract.md 18 and a
 * scripted server. Each worker has its servers, each test a fresh browser context and no rules.
 */
export const test = base.extend<TestFixtures, { servers: Servers }>({
  trace: ['off', { scope: 'worker' }],
  serviceWorkers: 'block',
  actionTimeout: 8_000,
  navigationTimeout: 15_000,
  servers: [
    async ({ browserName: _browser }, use) => {
      const files = new BuiltFiles(buildFolder('DIST_PROBE', 'dist-probe'));
      const app = await new ScriptedServer({ host: '127.0.0.1', files }).start();
      const other = await new ScriptedServer({ host: 'localhost', isForeign: true }).start();
      await use({
        app,
        other,
        normal: () => new BuiltFiles(buildFolder('DIST', 'dist')),
        cross: () =>
          new BuiltFiles(
            buildFolder('DIST_CROSS', 'dist-cross'),
            new Map([
              [placeholders.api, other.origin],
              [placeholders.accounts, app.origin],
            ]),
          ),
      });
      await app.stop();
      await other.stop();
    },
    { scope: 'worker' },
  ],
  server: async ({ servers }, use) => {
    servers.app.reset();
    await use(servers.app);
  },
  other: async ({ servers }, use) => {
    servers.other.reset();
    await use(servers.other);
  },
  normalBuild: async ({ servers }, use) => use(servers.normal()),
  crossBuild: async ({ servers }, use) => use(servers.cross()),
  app: async ({ page, server }, use) => use(new AppPage(page, server)),
  diary: [async ({ context }, use, info) => keepDiary(context, info, () => use(undefined)), { auto: true }],
});

export { expect } from '@playwright/test';
