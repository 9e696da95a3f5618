import { DemoSite } from '../e2e/screens/fixtures.ts';
import { test as base } from './fixtures.ts';

/** Scenarios on the demo: one server with its content for all files of a worker process. */
export const test = base.extend<{ demo: DemoSite }, { sharedDemo: DemoSite }>({
  sharedDemo: [
    async ({ engineName: _ }, use, { project }) => {
      const demo = await DemoSite.start(project.outputDir);
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  demo: async ({ sharedDemo }, use) => {
    await sharedDemo.server.start();
    // A test may have left it in its own time.
    await sharedDemo.server.ask({ ask: 'passed', ms: 0 });
    await sharedDemo.network.reset();
    await use(sharedDemo);
  },
  engine: async ({ startEngine, demo: _ }, use) => {
    const engine = await startEngine();
    await use(engine);
    await engine.stop();
  },
});
