import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { chromiumLaunch } from './tests/offline-kit/browser.ts';

// Each test server is a process of its own, and most of its start is reading its modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** Tests on the server with the demo content (tests/e2e/screens/fixtures.ts). */
const onDemo = [
  'e2e/{exam,lecture,screens,shop}/*.spec.ts',
  'e2e/download/play.spec.ts',
  'e2e/shelf/search.spec.ts',
];
/** What only the whole browser does: notifications, and pages that it keeps for going back. */
const inWholeBrowser = ['e2e/screens/push.spec.ts', 'e2e/{exam,shop}/pageCache.spec.ts'];
const onSessions = ['e2e/session/*.spec.ts'];

/**
 * End-to-end tests: the production build in a real browser against a real server that each test file starts itself
 * (tests/offline-kit). No retries: a test that fails now and then is a defect to find. What is tagged `@long` runs in
 * `npm run test:all` alone.
 */
export default defineConfig({
  testDir: 'tests',
  testMatch: 'e2e/**/*.spec.ts',
  // It is emptied at the start of a run, so the reports stand beside it.
  outputDir: 'test-results/e2e',
  snapshotPathTemplate: '{testDir}/{testFileDir}/appearance/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // What a test waits for, not how fast it has to come: a shared machine may take many times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['dot'],
    ['json', { outputFile: 'test-results/e2e.json' }],
    ['./scripts/costReporter.ts', { outputFile: 'test-results/costs.json' }],
  ],
  use: {
    ...devices['Desktop Chrome'],
    // Without limits of their own a page that does not come and a tap on what is not there end the whole test minutes
    // later, and nobody is told where. As long as the longest wait for what the app does by itself.
    actionTimeout: 100_000,
    navigationTimeout: 100_000,
    viewport: { width: 1280, height: 800 },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Motion costs every test pictures it does not look at; those that do ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a third of the time; ask for it when looking into a failure: TRACE=on.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: chromiumLaunch(),
  },
  // A worker process keeps its server from test to test as long as the next one wants the same: what shares a server
  // stands together, and each is started once a worker instead of at every turn.
  projects: [
    { name: 'demo', testMatch: onDemo, testIgnore: inWholeBrowser },
    {
      name: 'whole-browser',
      testMatch: inWholeBrowser,
      use: {
        launchOptions: {
          ...chromiumLaunch({ isWhole: true }),
          // Playwright switches it off.
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    { name: 'sessions', testMatch: onSessions },
    { name: 'offline', testIgnore: [...onDemo, ...inWholeBrowser, ...onSessions] },
  ],
});
