import { lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { test as callTest } from '../../scripted-server/guestCalls.ts';

/** session.md 10.1 to 10.3: what every call carries, and to whom. */

bareTest('a call of a session carries the token and accepts JSON', async ({ app, server }) => {
  await app.openSignedIn();
  await app.request(api.thing);
  const [call] = server.calls('GET', api.thing);
  expect(call?.headers.authorization).toBe('Bearer access-0');
  expect(call?.headers.accept).toContain('application/json');
});

test('every call of the app itself carries the token', async ({ app, server }) => {
  await app.openSignedIn('/mypage/course');
  await app.go('/mypage/bookmark');
  await server.arrival('GET', api.bookmark);
  for (const { headers, path } of server.calls('GET', /^\/(api\/lms|accounts)\//)) {
    expect(`${path} ${headers.authorization}`).toBe(`${path} Bearer access-0`);
    expect(headers.accept).toContain('application/json');
  }
});

callTest('without a session only Accept is sent', async ({ app, server, thing }) => {
  await app.request(thing);
  const [call] = server.calls('GET', thing);
  expect(call?.headers.authorization).toBeUndefined();
  expect(call?.headers.accept).toContain('application/json');
});

bareTest(
  'neither a GET nor a POST to another origin carries token or CSRF header',
  async ({ app, server, other }) => {
    await app.openSignedIn();
    await app.context.addCookies([{ name: 'XSRF-TOKEN', value: 'csrf-1', url: server.origin }]);
    for (const method of ['GET', 'POST']) {
      await bareTest.step(method, async () => {
        await app.request({ url: `${other.origin}/api/lms/thing/`, method });
        const [call] = other.calls(method, '/api/lms/thing/');
        expect(call).toBeDefined();
        expect(call?.headers.authorization).toBeUndefined();
        expect(call?.headers['x-xsrf-token']).toBeUndefined();
      });
    }
  },
);

bareTest('an absolute address of the own origin counts as an API call', async ({ app, server }) => {
  await app.openSignedIn();
  await app.request(server.origin + api.thing);
  expect(server.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer access-0');
});

bareTest('an address that only begins like the own origin gets no token', async ({ app, server, other }) => {
  await app.openSignedIn();
  // The same host with more digits behind its port, or as the name of a user, is somebody else.
  await app.request(`http://${new URL(server.origin).host}@localhost:${other.port}/api/lms/thing/`);
  for (const call of other.calls()) expect(call.headers.authorization).not.toBe('Bearer access-0');
});

bareTest('in credentials mode same-origin no CSRF header is sent', async ({ app, server }) => {
  await app.openSignedIn();
  await app.context.addCookies([{ name: 'XSRF-TOKEN', value: 'csrf-1', url: server.origin }]);
  await app.request({ url: api.thing, method: 'POST', body: { a: 1 } });
  expect(server.calls('POST', api.thing)[0]?.headers['x-xsrf-token']).toBeUndefined();
});

test.describe('a build with VITE_CREDENTIALS=include and two bases', () => {
  test.beforeEach(({ server, crossBuild }) => server.serve(crossBuild));

  test('accounts and backend are called at their own bases', async ({ app, server, other }) => {
    await app.openAsGuest();
    await app.logIn();
    await app.expectSession('in');
    await other.arrival('GET', api.inventory);
    expect(lines(server.calls('*', /^\/accounts\//))).toEqual([`POST ${api.login}`, `GET ${api.user}`]);
    expect(lines(server.calls('*', /^\/api\/lms\//))).toEqual([]);
    expect(lines(other.calls('*', /^\/accounts\//))).toEqual([]);
  });

  test('the token goes to both bases and to no third origin', async ({ app, server, other }) => {
    await app.seed();
    await app.open('/maintenance');
    await app.expectSession('in');
    await app.request(api.thing);
    await app.request(`${other.alias}/api/elsewhere/`);
    expect(server.calls('GET', api.user)[0]?.headers.authorization).toBe('Bearer access-0');
    expect(other.calls('GET', api.thing)[0]?.headers.authorization).toBe('Bearer access-0');
    const [foreign] = other.calls('GET', '/api/elsewhere/');
    expect(foreign).toBeDefined();
    expect(foreign?.headers.authorization).toBeUndefined();
  });

  test('the CSRF cookie goes percent-decoded to both bases and to no third origin', async ({
    app,
    server,
    other,
  }) => {
    await app.context.addCookies([{ name: 'XSRF-TOKEN', value: 'a%2Bb%3D%3D%20c', url: server.origin }]);
    await app.openAsGuest();
    await app.request({ url: api.thing, method: 'POST', body: {} });
    await app.request({ url: `${other.alias}/api/elsewhere/`, method: 'POST', body: {} });
    await app.logIn();
    await app.expectSession('in');
    expect(other.calls('POST', api.thing)[0]?.headers['x-xsrf-token']).toBe('a+b== c');
    expect(server.calls('POST', api.login)[0]?.headers['x-xsrf-token']).toBe('a+b== c');
    const [foreign] = other.calls('POST', '/api/elsewhere/');
    expect(foreign).toBeDefined();
    expect(foreign?.headers['x-xsrf-token']).toBeUndefined();
  });

  test('without the cookie there is no CSRF header', { tag: '@long' }, async ({ app, other }) => {
    await app.openAsGuest();
    await app.request({ url: api.thing, method: 'POST', body: {} });
    expect(other.calls('POST', api.thing)[0]?.headers['x-xsrf-token']).toBeUndefined();
  });

  // Its reading: src/shared/lib/session/storage.test.ts.
  test('a cookie that cannot be decoded does not break the call', { tag: '@long' }, async ({
    app,
    server,
    other,
  }) => {
    await app.context.addCookies([{ name: 'XSRF-TOKEN', value: '100%', url: server.origin }]);
    await app.openAsGuest();
    const { status } = await app.request({ url: api.thing, method: 'POST', body: {} });
    expect(status).toBe(200);
    expect(other.calls('POST', api.thing)).toHaveLength(1);
  });
});
