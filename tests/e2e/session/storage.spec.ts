import { freshFetch } from '../../offline-kit/freshFetch.ts';
import { lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { keys, readStored, removeTokens, storedKeys, writeStored } from '../../scripted-server/stored.ts';

/** session.md 2: where the session is kept, and that it comes out as it went in. */

const tokenKeys = [keys.access, keys.accessExpiry, keys.refresh, keys.refreshExpiry];

bareTest('login writes all four keys into each store', async ({ app, server }) => {
  server.when('POST', api.login, { json: { access_token: 'a-1', refresh_token: 'r-1' } });
  await app.openAsGuest();
  await app.logIn();
  await app.expectSession('in');
  const stored = await app.stored();
  for (const store of ['cookie', 'local', 'session'] as const) {
    await bareTest.step(store, async () => {
      const kept = stored[store];
      expect(Object.keys(kept).sort()).toEqual(expect.arrayContaining(tokenKeys));
      expect(decodeURIComponent(kept[keys.access] ?? '')).toBe('Bearer a-1');
      expect(kept[keys.refresh]).toBe('r-1');
      expect(kept[keys.accessExpiry]).toMatch(/^\d{13}$/);
      expect(kept[keys.refreshExpiry]).toMatch(/^\d{13}$/);
    });
  }
});

bareTest('no token is kept outside the prefix auth.', async ({ app, server }) => {
  server.when('POST', api.login, {
    json: { access_token: 'secret-access', refresh_token: 'secret-refresh' },
  });
  await app.openAsGuest();
  await app.logIn();
  await app.expectSession('in');
  const strays = await app.page.evaluate(() =>
    [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
      .filter(([key, value]) => !key.startsWith('auth.') && /secret-(access|refresh)/.test(String(value)))
      .map(([key]) => key),
  );
  expect(strays).toEqual([]);
});

const types: [string, string, string][] = [
  ['a bare token gets its type', 'plain', 'Bearer plain'],
  ['a token with its type gets no second one', 'Bearer typed', 'Bearer typed'],
  ['a token that merely starts with those letters gets its type', 'Bearerish', 'Bearer Bearerish'],
];
// Types, odd tokens and the order of the stores, without a browser: src/shared/lib/session/storage.test.ts.
for (const [name, token, header] of types) {
  bareTest(name, { tag: token === 'plain' ? [] : '@long' }, async ({ app, server }) => {
    server.when('POST', api.login, { json: { access_token: token, refresh_token: 'Bearer r' } });
    await app.openAsGuest();
    await app.logIn();
    await app.expectSession('in');
    expect((await app.stored()).local[keys.access]).toBe(header);
    expect((await app.stored()).local[keys.refresh]).toBe('Bearer r');
    expect(server.calls('GET', api.user)[0]?.headers.authorization).toBe(header);
  });
}

bareTest(
  'cookies last a year, reach every path, are SameSite=Lax and not Secure over http',
  async ({ app }) => {
    await app.openAsGuest();
    await app.logIn();
    await app.expectSession('in');
    const cookies = (await app.context.cookies()).filter(({ name }) => name.startsWith('auth.'));
    expect(cookies.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(tokenKeys));
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', secure: false });
      expect(Math.abs(cookie.expires - Date.now() / 1000 - 31_536_000)).toBeLessThan(120);
    }
  },
);

bareTest('cookies are Secure over https', async ({ app, server }) => {
  await app.context.route('https://secure.test/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const answer = await freshFetch(server.origin + pathname + search, {
      method: request.method(),
      headers: { 'content-type': request.headers()['content-type'] ?? '' },
      body: request.postData(),
    });
    await route.fulfill({
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await app.page.goto('https://secure.test/login');
  await app.logIn();
  await app.expectSession('in');
  const cookies = (await app.context.cookies('https://secure.test/')).filter(({ name }) =>
    name.startsWith('auth.'),
  );
  expect(cookies).toHaveLength(4);
  expect(cookies.every(({ secure }) => secure)).toBe(true);
  // The page still loads; what it asks for after the server has gone is no failure of this test.
  await app.context.unrouteAll({ behavior: 'ignoreErrors' });
});

const odd: [string, string][] = [
  ['a percent sequence', 'abc%41%2Fdef'],
  ['a lone percent sign', '100%'],
  ['plus, slash and equals', 'a+b/c=='],
  ['only digits', '12345678901234567890'],
  ['a word of JSON', 'true'],
  ['a JSON object', '{"a":"b"}'],
  ['quotes, comma and semicolon', '"a,b;c"'],
];
for (const [name, token] of odd) {
  bareTest(
    `a token of ${name} goes out byte for byte, also after a reload and in the refresh body`,
    { tag: ['a percent sequence', 'quotes, comma and semicolon'].includes(name) ? [] : '@long' },
    async ({ app, server }) => {
      server.when('POST', api.login, { json: { access_token: token, refresh_token: token } });
      await app.openAsGuest();
      await app.logIn();
      await app.expectSession('in');
      await app.open('/maintenance');
      await app.expectSession('in');
      for (const call of server.calls('GET', api.user))
        expect(call.headers.authorization).toBe(`Bearer ${token}`);
      await writeStored(app.page, { [keys.accessExpiry]: '1000' });
      await app.request(api.thing);
      expect(JSON.parse(server.calls('POST', api.refresh)[0]?.body ?? '')).toEqual({ refresh: token });
    },
  );
}

bareTest(
  'a token too long for a cookie is carried by localStorage over a reload',
  async ({ app, server }) => {
    const long = `long-${'0123456789'.repeat(600)}`;
    server.when('POST', api.login, { json: { access_token: long, refresh_token: 'r-1' } });
    await app.openAsGuest();
    await app.logIn();
    await app.expectSession('in');
    expect((await app.stored()).cookie[keys.access]).toBeUndefined();
    await app.open('/maintenance');
    await app.expectSession('in');
    expect(server.calls('GET', api.user).at(-1)?.headers.authorization).toBe(`Bearer ${long}`);
  },
);

bareTest('a long token does not leave the cookie of the one before it', async ({ app, server }) => {
  const long = `long-${'0123456789'.repeat(600)}`;
  server.when('POST', api.refresh, { json: { access_token: long, refresh_token: 'r-2' } });
  await app.openSignedIn('/maintenance', { accessExpiry: 1000 });
  await app.request(api.thing);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe(`Bearer ${long}`);
  await app.request('/api/lms/other/');
  expect(server.calls('GET', '/api/lms/other/')[0]?.headers.authorization).toBe(`Bearer ${long}`);
  expect(lines(server.calls('POST', api.refresh))).toHaveLength(1);
});

/** Takes a store away before the app starts, in the ways browsers do it. */
const lost: Record<string, () => void> = {
  'cookies are blocked': () => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  },
  'localStorage throws on every write': () => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (this === window.localStorage) throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  },
  'localStorage throws when it is touched': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  },
  'cookies and localStorage are both blocked': () => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
    const set = Storage.prototype.setItem;
    const local = window.localStorage;
    Storage.prototype.setItem = function (key, value) {
      if (this === local) throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  },
};
for (const [name, takeAway] of Object.entries(lost)) {
  const tag = ['cookies are blocked', 'localStorage throws on every write'].includes(name) ? '@long' : [];
  bareTest(`login works and survives a reload when ${name}`, { tag }, async ({ app, server }) => {
    await app.page.addInitScript(takeAway);
    server.when('POST', api.login, { json: { access_token: 'a-1', refresh_token: 'r-1' } });
    await app.openAsGuest();
    await app.logIn();
    await app.expectSession('in');
    await app.open('/maintenance');
    await app.expectSession('in');
    expect(server.calls('GET', api.user).at(-1)?.headers.authorization).toBe('Bearer a-1');
  });
}

bareTest('with no store at all the session lives in memory', async ({ app, server }) => {
  await app.page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  server.when('POST', api.login, { json: { access_token: 'a-1', refresh_token: 'r-1' } });
  await app.openAsGuest();
  await app.logIn();
  await app.expectSession('in');
  await app.request(api.thing);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer a-1');
});

bareTest(
  'sessionStorage alone brings no session back while the other stores work',
  { tag: '@long' },
  async ({ app, server }) => {
    await app.seed({}, ['session']);
    await app.openAsGuest('/login');
    await app.settle();
    expect(lines(server.calls('*', /^\/accounts\//))).toEqual([]);
  },
);

bareTest('the cookie is read before localStorage', { tag: '@long' }, async ({ app, server }) => {
  await app.seed({ access: 'from-cookie' }, ['cookie']);
  await app.seed({ access: 'from-local' }, ['local']);
  await app.open('/maintenance');
  await app.expectSession('in');
  expect(server.calls('GET', api.user)[0]?.headers.authorization).toBe('Bearer from-cookie');
});

bareTest(
  'localStorage alone is enough when the cookie was cleared',
  { tag: '@long' },
  async ({ app, server }) => {
    await app.seed({ access: 'from-local' }, ['local']);
    await app.open('/maintenance');
    await app.expectSession('in');
    expect(server.calls('GET', api.user)[0]?.headers.authorization).toBe('Bearer from-local');
  },
);

bareTest('tokens are read again before every call', async ({ app, server }) => {
  await app.openSignedIn();
  await writeStored(app.page, { [keys.access]: 'Bearer newer' });
  await app.request(api.thing);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer newer');
});

test('tokens are read again before every guarded page', async ({ app }) => {
  await app.openSignedIn('/mypage');
  await removeTokens(app.page);
  await app.go('/mypage/settings');
  await app.expectAddress('/login');
  expect(storedKeys(await readStored(app.page))).toEqual([keys.redirect]);
});
