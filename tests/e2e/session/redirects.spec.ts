import { lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import { keys, removeTokens, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 8.5 to 8.9: where login and the end of a session lead. */

/**
 * Which targets are followed and which are not: src/shared/lib/session/redirectTarget.test.ts. Here: what follows. One
 * that is followed is in `npm test` with login.spec.ts.
 */
const good = ['/mypage/course?page=2&tab=all', '/mypage/lecture/7?lesson=3#t=5', '/maintenance'];
for (const target of good) {
  test(`login follows the remembered ${target}`, { tag: '@long' }, async ({ app }) => {
    await app.blank();
    await writeStored(app.page, { [keys.redirect]: target });
    await app.openAsGuest('/login');
    await app.logIn();
    await app.expectSession('in');
    await app.expectAddress(target);
    expect(storedKeys(await app.stored())).not.toContain(keys.redirect);
  });
}

const bad: [string, string][] = [
  ['two slashes', '//evil.example/'],
  ['javascript:', 'javascript:document.title="evil"'],
  ['a tab between slashes', '/\t/evil.example'],
  ['the login page with a query', '/login?again=1'],
  ['nothing', ''],
];
for (const [name, target] of bad) {
  const tag = name === 'two slashes' ? [] : '@long';
  test(`login ignores a remembered target of ${name} and leads home`, { tag }, async ({ app }) => {
    await app.blank();
    await writeStored(app.page, { [keys.redirect]: target });
    await app.openAsGuest('/login');
    await app.logIn();
    await app.expectSession('in');
    await app.expectAddress('/mypage');
    expect(new URL(app.page.url()).origin).toBe(app.server.origin);
    expect(storedKeys(await app.stored())).not.toContain(keys.redirect);
  });
}

test('an encoded target stays on this site', { tag: '@long' }, async ({ app }) => {
  await app.blank();
  await writeStored(app.page, { [keys.redirect]: '/%2Fevil.example' });
  await app.openAsGuest('/login');
  await app.logIn();
  await app.expectSession('in');
  expect(new URL(app.page.url()).origin).toBe(app.server.origin);
});

test('no query parameter is ever a target', async ({ app }) => {
  const names = ['to', 'redirect', 'next'];
  await app.openAsGuest(
    `/login?${names.map((name) => `${name}=/mypage/course&${name}=//evil.example`).join('&')}`,
  );
  await app.logIn();
  await app.expectSession('in');
  await app.expectAddress('/mypage');
});

test('when the session ends on a member page the page is remembered, and login leads back', async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage/course?page=2#here');
  await app.settle();
  server.when('GET', api.thing, { status: 401 });
  await app.request(api.thing);
  await app.expectAddress('/login');
  expect((await app.stored()).local[keys.redirect]).toBe('/mypage/course?page=2#here');
  await app.logIn();
  await app.expectAddress('/mypage/course?page=2#here');
});

for (const path of ['/maintenance', '/nowhere']) {
  const tag = path === '/maintenance' ? [] : '@long';
  test(`when the session ends on the public page ${path} nobody is moved`, { tag }, async ({
    app,
    server,
  }) => {
    server.when('GET', api.thing, { status: 401 });
    await app.openSignedIn(path);
    await app.request(api.thing);
    await app.expectSession('out');
    await app.settle();
    expect(app.address()).toBe(path);
    expect(storedKeys(await app.stored())).toEqual([]);
  });
}

// storage.spec.ts looks at the same.
test('tokens removed behind the app: the next page asks for the login', { tag: '@long' }, async ({ app }) => {
  await app.openSignedIn('/mypage');
  await app.settle();
  await removeTokens(app.page);
  await app.go('/mypage/course');
  await app.expectAddress('/login');
  await app.expectSession('out');
});

// After a logout: logout.spec.ts.
test('back after the end of a session shows no member content', { tag: '@long' }, async ({ app, server }) => {
  await app.openSignedIn('/mypage');
  await app.page.locator('a[href="/mypage/course"]').first().click();
  await app.expectAddress('/mypage/course');
  await app.settle();
  server.when('GET', api.thing, { status: 401 });
  await app.request(api.thing);
  await app.expectAddress('/login');
  await app.page.goBack();
  await app.settle();
  await app.expectAddress('/login');
  await expect(app.part('logout')).toHaveCount(0);
});

// Each half of it: login.spec.ts and logout.spec.ts.
test('home of a learner who logs in without a wish is /mypage, of an explicit logout /login', {
  tag: '@long',
}, async ({ app, server }) => {
  await app.openAsGuest('/login');
  await app.logIn();
  await app.expectAddress('/mypage');
  await app.part('logout').click();
  await app.expectAddress('/login');
  await app.logIn();
  await app.expectAddress('/mypage');
  expect(lines(server.calls('POST', api.login))).toHaveLength(2);
});
