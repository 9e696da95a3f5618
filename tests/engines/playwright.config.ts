import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { EngineName } from './driver.ts';

const root = join(import.meta.dirname, '..', '..');
const engines = (process.env.ENGINES ?? 'chromium,firefox,webkit').split(',') as EngineName[];

/** The engine suite: the same scenarios in every engine, one project each. Started by `npm run test:engines`. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  outputDir: join(root, 'test-results', 'engines'),
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // What a test waits for, not how fast it has to come, as in playwright.config.ts.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: join(root, 'test-results', 'engines.json') }]],
  projects: engines.map((engineName) => ({ name: engineName, use: { engineName } })),
});
