import { join } from 'node:path';
import type { Site } from '../e2e/offline/fixtures.ts';
import type { Tab } from './driver.ts';
import { expect, test } from './fixtures.ts';
import { cachedPaths, go, isAt, logIn, part, see, seeLibrary, settle } from './steps.ts';

/** The build with the hook for calls through the app's own client (session.md 18). */
test.use({ build: process.env.DIST_PROBE ?? join(import.meta.dirname, '..', '..', 'dist-probe') });

const refreshPath = '/accounts/token/refresh/';
type Probed = { __probe: { request: (call: { url: string }) => Promise<{ status: number | null }> } };

/** Ten addresses of the API that the server has nothing at. */
const tenPaths = Array.from({ length: 10 }, (_, n) => `/api/lms/inventory/${900_000 + n}/`);
const allAnswered = tenPaths.map(() => 404);

/** Calls all of them in one turn; the status of each answer. */
function callTen(tab: Tab): Promise<(number | null)[]> {
  return tab.evaluate(async (paths) => {
    const { __probe } = globalThis as unknown as Probed;
    const calls = paths.map((url) => __probe.request({ url }));
    return (await Promise.all(calls)).map(({ status }) => status);
  }, tenPaths);
}

/** Lets the access token end, for the app only. */
function expire(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    const key = 'auth._token_expiration.local';
    localStorage.setItem(key, '1000');
    // biome-ignore lint/suspicious/noDocumentCookie: the session's second store.
    document.cookie = `${key}=1000; Path=/; SameSite=Lax`;
  });
}

function refreshes(site: Site): number {
  return site.network.seen('POST', refreshPath).length;
}

test('39 · ten calls with a token that has run out: one refresh, each call sent once', async ({
  site,
  learner,
  tab,
}) => {
  await logIn(tab, site, learner);
  await seeLibrary(tab, site, learner);
  site.network.forget();
  await expire(tab);
  expect(await callTen(tab)).toEqual(allAnswered);
  expect(refreshes(site)).toBe(1);
  for (const path of tenPaths) expect(site.network.seen('GET', path)).toHaveLength(1);
});

test('40 · two tabs with ten calls each and an expired token: one refresh, both signed in', async ({
  site,
  learner,
  engine,
  tab,
}) => {
  await logIn(tab, site, learner);
  const other = await engine.tab();
  await seeLibrary(other, site, learner);
  await seeLibrary(tab, site, learner);
  site.network.forget();
  await expire(tab);
  const [one, two] = await Promise.all([callTen(tab), callTen(other)]);
  expect([...one, ...two]).toEqual([...allAnswered, ...allAnswered]);
  expect(refreshes(site)).toBe(1);
  await seeLibrary(other, site, learner);
});

test('41 · the answer of a refresh gets lost: nobody is logged out', async ({ site, learner, tab }) => {
  await logIn(tab, site, learner);
  await seeLibrary(tab, site, learner);
  await expire(tab);
  site.network.when('POST', refreshPath, { kind: 'drop-answer' }, 1);
  await seeLibrary(tab, site, learner);
  await expire(tab);
  await seeLibrary(tab, site, learner);
  await see(tab, '講座', 'main');
  await isAt(tab, '/mypage/course');
  await expect.poll(() => callTen(tab)).toEqual(allAnswered);
});

test('45, 46 · after a logout nothing of the learner is left, and the other tab has ended too', async ({
  site,
  learner,
  engine,
  tab,
}) => {
  await settle(tab, site, learner);
  const other = await engine.tab();
  await seeLibrary(other, site, learner);
  await go(tab, site, '/mypage');
  await tab.click(part('logout'));
  await isAt(tab, '/login');
  await isAt(other, '/login');
  const names = () =>
    tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').join(' '));
  await expect.poll(names).not.toContain('u_');
  const marks = [learner.email, learner.notice, learner.courses[0]?.name ?? '', 'Bearer', 'query.u_'];
  const marksLeft = async () => {
    const left = await tab.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    const everything = `${left} ${(await cachedPaths(tab)).join(' ')}`;
    return marks.filter((mark) => everything.includes(mark));
  };
  // The other tab may store an answer before it hears of the logout, and then deletes it itself.
  await expect.poll(marksLeft).toEqual([]);
  expect((await cachedPaths(tab)).filter((path) => path.startsWith('/media/'))).toEqual([]);
});
