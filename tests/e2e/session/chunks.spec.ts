import { gate, lines } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import type { ScriptedServer } from '../../scripted-server/server.ts';

/** session.md 12: a script that is gone leads to one load of the wanted page, never to a circle. */

const target = '/mypage/bookmark?page=2#x';
const lost = { status: 404, text: 'Not found' };

/** The script of the bookmark page; gone until the test says otherwise. */
function script(server: ScriptedServer): string {
  return server.scriptOf('src/app/routes/mypage/bookmark.tsx');
}

function loads(server: ScriptedServer): string[] {
  return lines(server.calls('GET', '/mypage/bookmark'));
}

async function openSettings(app: AppPage, server: ScriptedServer): Promise<void> {
  await app.openSignedIn('/mypage/settings');
  server.forget();
}

/**
 * Waits until the page, since it was loaded last, has asked `times` times whether a load would help, and has done what
 * follows. The error page itself asks once more than the route that failed: to move the clock or to count before that
 * is over would meet it half way, or a page that is just going away.
 */
async function hasDecided(app: AppPage, server: ScriptedServer, times = 2): Promise<void> {
  const asked = () => {
    const seen = lines(server.calls('GET'));
    const load = seen.findLastIndex((line) => line.startsWith('GET /mypage/bookmark'));
    return seen.slice(Math.max(load, 0)).filter((line) => line === 'GET /version.json').length;
  };
  await expect.poll(asked).toBe(times);
  await expect(app.part('error-page')).toBeVisible();
  await app.settle();
}

test('a lost script leads to one full load of the target', async ({ app, server }) => {
  const path = script(server);
  server.when('GET', path, (_call, nth) => (nth === 1 ? lost : server.fileAnswer(path)));
  await openSettings(app, server);
  await app.go(target);
  await expect(app.part('list-empty')).toBeVisible();
  await app.expectAddress(target);
  expect(loads(server)).toEqual(['GET /mypage/bookmark?page=2']);
});

test('still lost after that load: the error page, and no further load', async ({ app, server }) => {
  server.when('GET', script(server), lost);
  await openSettings(app, server);
  await app.go(target);
  await expect.poll(() => loads(server).length).toBe(1);
  await hasDecided(app, server);
  expect(loads(server)).toHaveLength(1);
  expect(app.address()).toBe(target);
});

// When a load is allowed: src/shared/lib/loading/chunkReload.test.ts, too.
for (const [name, wait, expected] of [
  ['within 10 seconds the same page is not loaded again', 9_000, 1],
  ['after 10 seconds the same page is loaded again', 10_500, 2],
] as const) {
  test(name, { tag: '@long' }, async ({ app, server }) => {
    const now = Date.now();
    await app.page.clock.setFixedTime(now);
    server.when('GET', script(server), lost);
    await openSettings(app, server);
    await app.go(target);
    await expect.poll(() => loads(server).length).toBe(1);
    await hasDecided(app, server);
    await app.page.clock.setFixedTime(now + wait);
    await app.go('/mypage/settings');
    await app.expectAddress('/mypage/settings');
    await app.go(target);
    await expect.poll(() => loads(server).length).toBeGreaterThanOrEqual(expected);
    await hasDecided(app, server, expected === 1 ? 3 : 2);
    expect(loads(server)).toHaveLength(expected);
  });
}

test('when the guard cannot be stored nothing is loaded again', { tag: '@long' }, async ({ app, server }) => {
  await app.page.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (this === window.sessionStorage) throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  });
  server.when('GET', script(server), lost);
  await app.seed({}, ['cookie', 'local']);
  await app.open('/mypage/settings');
  await app.listsLoaded();
  server.forget();
  await app.go(target);
  await hasDecided(app, server);
  expect(loads(server)).toEqual([]);
});

test('a script that does not come because nothing answers: the page on screen stays', async ({
  app,
  server,
}) => {
  await openSettings(app, server);
  server.when('GET', script(server), { fate: 'drop' });
  server.when('GET', '/version.json', { fate: 'drop' });
  await app.go(target);
  await hasDecided(app, server);
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loads(server)).toEqual([]);
});

test('who has gone on to another page meanwhile is not pulled back', async ({ app, server }) => {
  const answer = gate();
  const version = server.fileAnswer('/version.json');
  server.when('GET', script(server), lost);
  await openSettings(app, server);
  server.when('GET', '/version.json', { ...version, after: answer.opened });
  await app.go(target);
  await server.arrival('GET', '/version.json');
  await app.go('/mypage/favorite');
  await app.expectAddress('/mypage/favorite');
  answer.open();
  await app.settle();
  expect(loads(server)).toEqual([]);
  expect(app.address()).toBe('/mypage/favorite');
  await expect(app.part('error-page')).toHaveCount(0);
});

test('a failed preload never loads the page again', async ({ app, server }) => {
  server.when('GET', script(server), lost);
  await openSettings(app, server);
  const link = app.page.locator('a[href="/mypage/bookmark"]:visible').first();
  await link.hover();
  await link.focus();
  await server.arrival('GET', script(server));
  await app.settle();
  expect(lines(server.calls('GET', /^\/mypage/))).toEqual([]);
  expect(app.address()).toBe('/mypage/settings');
  await expect(app.part('error-page')).toHaveCount(0);
});

// In `npm test` retry.spec.ts looks at the loads of such a list.
test('a failed API call never loads the page again', { tag: '@long' }, async ({ app, server }) => {
  server.when('GET', api.bookmark, { fate: 'drop' });
  await openSettings(app, server);
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.settle();
  expect(loads(server)).toEqual([]);
});

test('a script lost for the first page of a visit ends at the error page after one more load', {
  tag: '@long',
}, async ({ app, server }) => {
  server.when('GET', script(server), lost);
  await app.seed();
  await app.open('/mypage/bookmark');
  await expect.poll(() => loads(server).length).toBe(2);
  await hasDecided(app, server);
  expect(loads(server)).toHaveLength(2);
});

test('the hooks of the tests are absent from the normal build', async ({ app, server, normalBuild }) => {
  server.serve(normalBuild);
  await app.openAsGuest('/login');
  await app.settle();
  expect(await app.page.evaluate(() => '__probe' in window)).toBe(false);
  const scripts = server
    .calls('GET', /\.js$/)
    .map(({ path }) => normalBuild.read(path)?.content.toString() ?? '');
  expect(scripts.length).toBeGreaterThan(0);
  for (const text of scripts) expect(text.includes('__probe')).toBe(false);
});
