import { gate, lines } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import { keys, seedEntries, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 5: the login form and what follows it. */

const tokenKeys = [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry].sort();

/** The form on screen with a wanted page remembered. */
async function openForm(app: AppPage): Promise<void> {
  await app.blank();
  await writeStored(app.page, { [keys.redirect]: '/mypage/course?page=2#top' });
  await app.openAsGuest('/login');
}

test('login sends e-mail and password as JSON; then the user is fetched once with the new token, and the wanted page opens', async ({
  app,
  server,
}) => {
  server.when('POST', api.login, { json: { access_token: 'a-1', refresh_token: 'r-1' } });
  await openForm(app);
  await app.logIn();
  await app.expectAddress('/mypage/course?page=2#top');
  await app.settle();
  const accounts = server.calls('*', /^\/accounts\//);
  expect(accounts.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${api.login}`,
    `GET ${api.user}`,
  ]);
  const [call] = accounts;
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    email: 'student@example.com',
    password: 'manabi-2026',
  });
  expect(call?.headers['content-type']).toMatch(/^application\/json/);
  expect(call?.headers.accept).toContain('application/json');
  expect(call?.headers.authorization).toBeUndefined();
  expect(accounts[1]?.headers.authorization).toBe('Bearer a-1');
  expect(storedKeys(await app.stored())).toEqual(tokenKeys);
});

test('without a wanted page login leads to /mypage and says so', async ({ app }) => {
  await app.openAsGuest('/login');
  await app.logIn();
  await app.expectAddress('/mypage');
  await app.expectBlue('ログインしました。');
});

// «two clicks and Enter send one login» looks at the button, too.
test('the button is disabled while the login runs', { tag: '@long' }, async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.login, { status: 400, after: answer.opened });
  await openForm(app);
  await app.logIn();
  await server.arrival('POST', api.login);
  await expect(app.part('login-submit')).toBeDisabled();
  answer.open();
  await expect(app.part('login-error')).toBeVisible();
  await expect(app.part('login-submit')).toBeEnabled();
});

test('two clicks and Enter send one login', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.login, {
    json: { access_token: 'a', refresh_token: 'r' },
    after: answer.opened,
  });
  await openForm(app);
  await app.fillLogin();
  await app.page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-testid="login-submit"]');
    button?.click();
    button?.click();
    button?.closest('form')?.requestSubmit();
  });
  await server.arrival('POST', api.login);
  await app.settle();
  await expect(app.part('login-submit')).toBeDisabled();
  answer.open();
  await app.expectSession('in');
  expect(lines(server.calls('POST', api.login))).toHaveLength(1);
});

test('an old session is dropped before the login is sent, the wanted page is kept, no refresh', async ({
  app,
  server,
}) => {
  const answer = gate();
  server.when('GET', api.user, { status: 500 }, { status: 500 }, { json: { id: 1 } });
  server.when('POST', api.login, { json: { access_token: 'a', refresh_token: 'r' }, after: answer.opened });
  await app.blank();
  await writeStored(app.page, { ...seedEntries({}), [keys.redirect]: '/mypage/favorite' });
  await app.openAsGuest('/login');
  await writeStored(app.page, { [keys.accessExpiry]: '1000' });
  await app.logIn();
  const call = await server.arrival('POST', api.login);
  expect(call.headers.authorization).toBeUndefined();
  expect(storedKeys(await app.stored())).toEqual([keys.redirect]);
  answer.open();
  await app.expectAddress('/mypage/favorite');
  expect(lines(server.calls('POST', api.refresh))).toEqual([]);
  expect(lines(server.calls('POST', api.logout))).toEqual([]);
});

test('an answer without access_token is a failed login', async ({ app, server }) => {
  server.when('POST', api.login, { json: { refresh_token: 'r-1', token: 'a-1' } });
  await openForm(app);
  await app.logIn();
  await expect(app.part('login-error')).toBeVisible();
  await app.settle();
  await app.expectSession('out');
  expect(lines(server.calls('GET', api.user))).toEqual([]);
  expect(storedKeys(await app.stored())).toEqual([keys.redirect]);
});

test('an answer that is a web page is a failed login', { tag: '@long' }, async ({ app, server }) => {
  server.when('POST', api.login, { text: '<!doctype html><h1>Wi-Fi</h1>' });
  await openForm(app);
  await app.logIn();
  await expect(app.part('login-error')).toBeVisible();
  expect(storedKeys(await app.stored())).toEqual([keys.redirect]);
  expect(lines(server.calls('GET', api.user))).toEqual([]);
});

test('without refresh_token login succeeds, no refresh key is kept, and an expired access token ends the session without a refresh', async ({
  app,
  server,
}) => {
  server.when('POST', api.login, { json: { access_token: 'a-1' } });
  await openForm(app);
  await app.logIn();
  await app.expectSession('in');
  expect(storedKeys(await app.stored())).toEqual([keys.access, keys.accessExpiry].sort());
  await app.listsLoaded();
  // In one turn of the page: a call of its own would end the session first, and this one would be a guest's.
  const error = await app.page.evaluate(
    async ([key, url]) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the app reads its own cookie first.
      document.cookie = `${key}=1000; Path=/`;
      return (await window.__probe?.request({ url }))?.error;
    },
    [keys.accessExpiry, api.thing] as const,
  );
  expect(error?.message).toBe('Both token and refresh token have expired. Your request was aborted.');
  await app.expectAddress('/login');
  expect(lines(server.calls('POST', api.refresh))).toEqual([]);
  expect(lines(server.calls('GET', api.thing))).toEqual([]);
});

for (const status of [400, 401, 403, 422, 429]) {
  const tag = status === 401 ? [] : '@long';
  test(`a login answered ${status} shows an error and changes nothing`, { tag }, async ({ app, server }) => {
    server.when('POST', api.login, { status, json: { detail: 'メールアドレスかパスワードが違います。' } });
    await openForm(app);
    await app.logIn();
    await expect(app.part('login-error')).toBeVisible();
    await expect(app.part('login-error')).not.toBeEmpty();
    await app.settle();
    await app.expectSession('out');
    expect(app.address()).toBe('/login');
    expect(lines(server.calls('POST', api.login))).toHaveLength(1);
    expect(lines(server.calls('GET', api.user))).toEqual([]);
    expect((await app.stored()).local[keys.redirect]).toBe('/mypage/course?page=2#top');
    expect(await app.blueSaid()).toEqual([]);
  });
}

const failures = [
  ['500', { status: 500 }],
  ['408', { status: 408 }],
  ['no answer', { fate: 'drop' as const }],
] as const;
for (const [name, answer] of failures) {
  const tag = name === 'no answer' ? [] : '@long';
  test(`a login that fails by ${name} is sent once and shows an error`, { tag }, async ({ app, server }) => {
    server.when('POST', api.login, answer);
    await openForm(app);
    await app.logIn();
    await expect(app.part('login-error')).toBeVisible();
    await app.settle();
    expect(lines(server.calls('POST', api.login))).toHaveLength(1);
    expect(app.address()).toBe('/login');
  });
}

test('after a failed login a second one succeeds and the error is gone', async ({ app, server }) => {
  server.when('POST', api.login, { status: 401 }, { json: { access_token: 'a', refresh_token: 'r' } });
  await openForm(app);
  await app.logIn();
  await expect(app.part('login-error')).toBeVisible();
  await app.logIn();
  await app.expectAddress('/mypage/course?page=2#top');
  await expect(app.part('login-error')).toHaveCount(0);
});

test('user step answered 401 after a good login: reset, error on the form', async ({ app, server }) => {
  server.when('GET', api.user, { status: 401 });
  await openForm(app);
  await app.logIn();
  await expect(app.part('login-error')).toBeVisible();
  await app.expectSession('out');
  await app.expectNoTokens();
  await app.settle();
  expect(app.address()).toBe('/login');
  expect((await app.stored()).local[keys.redirect]).toBe('/mypage/course?page=2#top');
});

const userTroubles = [
  ['500', { status: 500 }],
  ['no answer', { fate: 'drop' as const }],
  ['an empty body', { text: '' }],
] as const;
for (const [name, answer] of userTroubles) {
  const tag = name === 'no answer' ? [] : '@long';
  test(`user step failing by ${name} after a good login: tokens stay, not logged in, error on the form`, {
    tag,
  }, async ({ app, server }) => {
    server.when('GET', api.user, answer);
    await openForm(app);
    await app.logIn();
    await expect(app.part('login-error')).toBeVisible();
    await app.expectSession('out');
    expect(app.address()).toBe('/login');
    expect(storedKeys(await app.stored())).toEqual([keys.redirect, ...tokenKeys].sort());
  });
}
