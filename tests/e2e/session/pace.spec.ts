import type { Answer } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { bookmark, listPage } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import type { ScriptedServer } from '../../scripted-server/server.ts';
import { keys, writeStored } from '../../scripted-server/stored.ts';

/**
 * One endpoint that cannot be reached while the server can: the first try, one retry, then pauses that grow, whatever
 * the probe of the server says.
 */

const start = new Date('2026-11-21T09:00:00+09:00');
const broken: [string, Answer][] = [
  ['breaks off', { fate: 'drop' }],
  ['is no JSON', { text: '<p>nobody here</p>' }],
];

/**
 * Lets so many seconds of the page's clock pass, about one by one: it runs on by itself between two steps. @returns in
 * which of them how many calls came, as `second: calls`.
 */
async function passing(app: AppPage, count: () => number, seconds: number): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  const clock = () => app.page.evaluate(() => Date.now());
  const begin = await clock();
  for (let second = 0; second < seconds; ) {
    const before = count();
    await app.page.clock.runFor(1000);
    await app.settle();
    second = Math.round(((await clock()) - begin) / 1000);
    if (count() > before) seen[second] = count() - before;
  }
  return seen;
}

const times = (seen: Record<number, number>) => Object.keys(seen).map(Number);

/** Each pause is longer than the one before it, and each time there is one call. */
function expectGrowing(seen: Record<number, number>): void {
  const at = times(seen);
  const pauses = at.slice(1).map((second, index) => second - (at[index] ?? 0));
  expect(Object.values(seen)).toEqual(at.map(() => 1));
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
  expect(new Set(pauses).size).toBe(pauses.length);
}

async function openList(app: AppPage, server: ScriptedServer, answer: Answer): Promise<() => number> {
  await app.page.clock.install({ time: start });
  await app.seed({}, undefined, start.getTime());
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await app.listsLoaded();
  server.forget();
  server.when('GET', api.bookmark, answer);
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.settle();
  return () => server.calls('GET', api.bookmark).length;
}

// How pauses grow: src/shared/lib/transport/paces.test.ts.
for (const [name, answer] of broken) {
  const tag = name === 'breaks off' ? [] : '@long';
  test(`a list whose answer ${name} is asked for with growing pauses, and the others are left in peace`, {
    tag,
  }, async ({ app, server }) => {
    const count = await openList(app, server, answer);
    expect(count()).toBeLessThanOrEqual(2);
    const seen = await passing(app, count, 70);
    expect(times(seen)).toHaveLength(5);
    expectGrowing(seen);
    expect(server.calls('GET', api.inventory).length).toBeLessThanOrEqual(2);
    await app.expectSession('in');
  });
}

// The tap alone: not-found.spec.ts.
test('a tap on もう一度試す asks at once, and the pauses begin anew', { tag: '@long' }, async ({
  app,
  server,
}) => {
  const count = await openList(app, server, { fate: 'drop' });
  await passing(app, count, 31);
  const before = count();
  await app.part('list-retry').click();
  await app.settle();
  // The first try and one retry.
  await expect.poll(() => count() - before).toBe(2);
  const [first = 0] = times(await passing(app, count, 4));
  expect(first).toBeLessThanOrEqual(3);
  server.when('GET', api.bookmark, { json: listPage([bookmark(1, '微分積分')]) });
  await app.part('list-retry').click();
  await expect(app.part('bookmark-item')).toContainText('微分積分');
});

test('a list that answers again is shown without a tap', async ({ app, server }) => {
  const count = await openList(app, server, { fate: 'drop' });
  await passing(app, count, 8);
  server.when('GET', api.bookmark, { json: listPage([bookmark(1, '微分積分')]) });
  await passing(app, count, 9);
  await expect(app.part('bookmark-item')).toContainText('微分積分');
});

/** Screens that stand outside the learner's lists ask in ways of their own. */
const others: { name: string; isGuest: boolean; path: string; endpoint: string; answer: object }[] = [
  {
    name: 'a public page',
    isGuest: true,
    path: '/course',
    endpoint: '/api/lms/course/',
    answer: listPage([]),
  },
  {
    name: 'a page of the account',
    isGuest: false,
    path: '/mypage/settings/devices',
    endpoint: '/accounts/device/',
    answer: { devices: [] },
  },
];

for (const { name, isGuest, path, endpoint, answer } of others) {
  test(`${name} whose answer breaks off is asked for with growing pauses, and is there without a tap`, {
    tag: isGuest ? [] : '@long',
  }, async ({ app, server }) => {
    await app.page.clock.install({ time: start });
    if (!isGuest) await app.seed({}, undefined, start.getTime());
    await app.open(isGuest ? '/login' : '/mypage/settings');
    await app.expectSession(isGuest ? 'out' : 'in');
    if (!isGuest) await app.listsLoaded();
    server.forget();
    server.when('GET', endpoint, { fate: 'drop' });
    const count = () => server.calls('GET', endpoint).length;
    await app.go(path);
    await expect(app.part('list-error')).toBeVisible();
    await app.settle();
    expect(count()).toBeLessThanOrEqual(2);
    const seen = await passing(app, count, 34);
    expect(times(seen)).toHaveLength(4);
    expectGrowing(seen);
    server.when('GET', endpoint, { json: answer });
    await passing(app, count, 30);
    await expect(app.part('list-error')).toHaveCount(0);
  });
}

test('a refresh that alone cannot be reached is tried with growing pauses', async ({ app, server }) => {
  await app.page.clock.install({ time: start });
  await app.seed({}, undefined, start.getTime());
  await app.open('/mypage/settings');
  await app.expectSession('in');
  await app.listsLoaded();
  server.when('POST', api.refresh, { fate: 'drop' });
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  server.forget();
  const count = () => server.calls('POST', api.refresh).length;
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.settle();
  expect(count()).toBeLessThanOrEqual(2);
  const seen = await passing(app, count, 70);
  expect(times(seen).length).toBeGreaterThanOrEqual(4);
  expect(times(seen).length).toBeLessThanOrEqual(6);
  expectGrowing(seen);
  // Other calls meanwhile end with the same trouble, and do not begin a refresh of their own.
  const before = count();
  for (const _ of [1, 2, 3]) expect((await app.request(api.thing)).error?.name).toBe('OfflineError');
  expect(count()).toBe(before);
  await app.expectSession('in');
  server.when('POST', api.refresh, { json: { access_token: 'access-1', refresh_token: 'refresh-1' } });
  await app.part('list-retry').click();
  await expect(app.part('list-error')).toHaveCount(0);
  // The words go as soon as it is asked, and the list waits for the one refresh.
  await expect.poll(count).toBe(before + 1);
  await app.settle();
  expect(count()).toBe(before + 1);
});

// Each of them keeps the pace of «a list whose answer …».
test('two tabs do not drive each other', { tag: '@long' }, async ({ app, server }) => {
  const count = await openList(app, server, { fate: 'drop' });
  const second = await app.newTab();
  await second.open('/mypage/bookmark');
  await expect(second.part('list-error')).toBeVisible();
  const seconds: number[] = [];
  for (let at = 1; at <= 60; at += 1) {
    const before = count();
    await app.page.clock.runFor(1000);
    await Promise.all([app.settle(), second.settle()]);
    if (count() > before) seconds.push(at);
  }
  // Each of them with its own growing pauses: 2, 4, 8, 16 and 30 s, after its first try and one retry.
  expect(count()).toBeLessThanOrEqual(14);
  expect(seconds.length).toBeLessThanOrEqual(10);
  expect(seconds.filter((at) => at > 32).length).toBeLessThanOrEqual(2);
});

test('a change that alone cannot be sent is not sent anew each time the learner comes back to the page', async ({
  app,
  server,
}) => {
  await app.page.clock.install({ time: start });
  await app.seed({}, undefined, start.getTime());
  server.when('POST', api.bookmark, { fate: 'drop' });
  await app.open('/mypage/lecture/7');
  await app.expectSession('in');
  await app.listsLoaded();
  await app.page
    .getByRole('button', { name: /しおり/ })
    .first()
    .click();
  await server.arrival('POST', api.bookmark);
  for (let second = 1; second <= 10; second += 1) {
    await app.page.evaluate(() => {
      for (let time = 0; time < 3; time += 1) window.dispatchEvent(new Event('focus'));
    });
    await app.page.clock.runFor(1000);
    await app.settle();
  }
  // The first try, and after about 2, 4 and 8 s.
  expect(server.calls('POST', api.bookmark).length).toBeLessThanOrEqual(6);
  server.when('POST', api.bookmark, { json: bookmark(7, '講座7') });
  const sent = server.calls('POST', api.bookmark).length;
  await app.page.clock.runFor(20_000);
  await server.arrival('POST', api.bookmark, sent + 1);
});
