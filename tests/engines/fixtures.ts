import { test as base, expect } from '@playwright/test';
import { Site } from '../e2e/offline/fixtures.ts';
import type { Learner } from '../e2e/offline/questions.ts';
import type { Engine, EngineName, Tab } from './driver.ts';
import { chromiumEngine, firefoxEngine } from './playwrightEngine.ts';
import { uncoveredEngine } from './uncovered.ts';
import { startWebKitDriver } from './webkitEngine.ts';

type Fixtures = {
  /** The real server behind a scripted network. */
  site: Site;
  learner: Learner;
  /** A browser of the project's engine with an empty storage. */
  engine: Engine;
  /** Its first tab. */
  tab: Tab;
};

type WorkerFixtures = {
  /** Which engine the project stands for. */
  engineName: EngineName;
  /** Folder of the build that is served; empty: the one a newcomer gets. */
  build: string;
  sharedSite: Site;
  startEngine: () => Promise<Engine>;
};

/**
 * Scenarios that run in three engines: the production build in a browser that the distribution ships, the real server
 * and the network of the offline kit. A title begins with the numbers of its rows in offline.md 3.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  build: ['', { option: true, scope: 'worker' }],
  sharedSite: [
    async ({ build }, use) => {
      const site = await Site.start(build || undefined);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  startEngine: [
    async ({ engineName }, use) => {
      if (engineName !== 'webkit') {
        await use(engineName === 'firefox' ? firefoxEngine : chromiumEngine);
        return;
      }
      const driver = await startWebKitDriver();
      await use(driver.start);
      await driver.stop();
    },
    { scope: 'worker' },
  ],
  site: async ({ sharedSite }, use) => {
    await sharedSite.reset();
    await use(sharedSite);
  },
  learner: async ({ site }, use) => use(await site.learner()),
  engine: async ({ startEngine, site: _ }, use) => {
    const engine = await startEngine();
    await use(uncoveredEngine(engine));
    await engine.stop();
  },
  tab: async ({ engine }, use) => use(await engine.tab()),
});

export { expect };
