import { captivePortal } from '../offline-kit/effects.ts';
import { expect, test } from './fixtures.ts';
import { cachedPaths, follow, go, isAt, logIn, part, see, seeLibrary, settle } from './steps.ts';

/** Words of the login page that nothing of ours holds. */
const loginPage = 'log in to this network';

test('33 · a line that takes everything and answers nothing: the stored library is there', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  site.network.always({ kind: 'stall' });
  await seeLibrary(tab, site, learner);
  expect(await tab.evaluate(() => navigator.onLine)).toBe(true);
});

test('30 · an answer that stops after its headers, a 503 of a gateway: the stored list stays', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  site.network.when('GET', '/api/lms/bookmark/', { kind: 'stall-body', after: 5 });
  await go(tab, site, '/mypage/bookmark');
  await see(tab, learner.courses[0]?.name ?? '', part('bookmark-item'));
  const page = {
    kind: 'answer',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<h1>',
  } as const;
  site.network.when('GET', '/api/lms/favorite/', page);
  await go(tab, site, '/mypage/favorite');
  await see(tab, learner.courses[0]?.name ?? '', part('favorite-item'));
});

test('35 · a Wi-Fi login page for everything: nothing of it is stored, what was stored stays', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  const before = await cachedPaths(tab);
  site.network.always(captivePortal);
  await seeLibrary(tab, site, learner);
  await see(tab, 'Wi-Fi', part('status-strip'));
  await tab.reload();
  await see(tab, learner.courses[0]?.name ?? '', 'main');
  const after = await cachedPaths(tab);
  expect(before.filter((path) => !after.includes(path))).toEqual([]);
  expect(await cachedPaths(tab, loginPage)).toEqual([]);
  expect(await tab.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(loginPage);
});

test('36 · maintenance: the calm page, the stored library readable, the way back', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  await site.maintenance('on', '--title', 'サーバー増強', '--until', '23:59');
  try {
    // Nothing of it is here yet. The notices may be: home asks for them while it stands.
    await go(tab, site, '/mypage/coupon');
    await isAt(tab, '/maintenance');
    await see(tab, 'サーバー増強', part('maintenance'));
    await seeLibrary(tab, site, learner);
    await see(tab, 'メンテナンス中', part('status-strip'));
  } finally {
    await site.maintenance('off');
  }
  await go(tab, site, '/mypage/notice');
  await see(tab, learner.notice, 'main');
});

test('43 · with the server dead and the token expired the shelf opens, also when the refresh answers 500', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  const expire = () =>
    tab.evaluate(() => {
      const key = 'auth._token_expiration.local';
      localStorage.setItem(key, '1000');
      // biome-ignore lint/suspicious/noDocumentCookie: the session's second store.
      document.cookie = `${key}=1000; Path=/; SameSite=Lax`;
    });
  await expire();
  await site.shutDown();
  await seeLibrary(tab, site, learner);
  await site.comeBack();
  const broken = {
    kind: 'answer',
    status: 500,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  } as const;
  site.network.when('POST', '/accounts/token/refresh/', broken);
  await expire();
  await seeLibrary(tab, site, learner);
  expect(await tab.evaluate(() => localStorage.getItem('auth._refresh_token.local'))).not.toBeNull();
});

test('50 · after a restart of the browser, with the server dead, the shelf is there', async ({
  site,
  learner,
  engine,
  tab,
}) => {
  await settle(tab, site, learner);
  await site.shutDown();
  await engine.restart();
  const next = await engine.tab();
  await seeLibrary(next, site, learner);
  await see(next, 'オフライン', part('status-strip'));
});

test('38, 56 · pages left in the middle of their work hold nothing up, and coming back to one finds it alive', async ({
  site,
  learner,
  tab,
}) => {
  await logIn(tab, site, learner);
  for (const path of ['/mypage/course', '/mypage/bookmark', '/mypage/favorite', '/mypage/course']) {
    await go(tab, site, path);
    await see(tab, learner.courses[0]?.name ?? '', 'main');
  }
  // Not in the call itself, which would end together with its page.
  await tab.evaluate(() => void setTimeout(() => history.back()));
  await see(tab, learner.courses[0]?.name ?? '', part('favorite-item'));
  await follow(tab, '/mypage/bookmark');
  await see(tab, learner.courses[0]?.name ?? '', part('bookmark-item'));
});
