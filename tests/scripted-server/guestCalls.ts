import { AppPage } from './appPage.ts';
import { api } from './defaults.ts';
import { test as base } from './fixtures.ts';
import { ScriptedServer } from './server.ts';

/** A guest's page and its server, for many tests. */
type Desk = { app: AppPage; server: ScriptedServer };

let asked = 0;

/**
 * Tests of single calls, made from a guest's page that none of them changes: one page and one server serve all tests
 * of a worker process, which spares each of them the start of the app. Nothing is reset between two; instead every test
 * has an address of its own, `thing`, so that no call of another one is joined, aborted or counted.
 */
export const test = base.extend<{ thing: string }, { desk: Desk }>({
  desk: [
    async ({ browser, probeBuild }, use) => {
      const server = await new ScriptedServer({ host: '127.0.0.1', files: probeBuild }).start();
      const context = await browser.newContext({ serviceWorkers: 'block', locale: 'ja-JP' });
      const app = new AppPage(await context.newPage(), server);
      await app.openAsGuest();
      await use({ app, server });
      await context.close();
      await server.stop();
    },
    { scope: 'worker' },
  ],
  app: async ({ desk }, use) => use(desk.app),
  server: async ({ desk }, use) => use(desk.server),
  thing: async ({ browserName: _browser }, use) => {
    asked += 1;
    await use(`${api.thing}${asked}/`);
  },
});
