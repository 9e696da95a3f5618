import { api } from './defaults.ts';
import { bareTest } from './fixtures.ts';

let asked = 0;

/**
 * Tests of single calls, made from a guest's page that none of them changes: one page and one server serve all tests
 * of a worker process, which spares each of them the start of the app. Nothing is reset between two; instead every test
 * has an address of its own, `thing`, so that no call of another one is joined, aborted or counted.
 */
export const test = bareTest.extend<{ thing: string }>({
  app: async ({ desk }, use) => use(desk.app),
  server: async ({ desk }, use) => use(desk.server),
  thing: async ({ browserName: _browser }, use) => {
    asked += 1;
    await use(`${api.thing}${asked}/`);
  },
});
