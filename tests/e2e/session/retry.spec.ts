import { type Answer, lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { test as callTest } from '../../scripted-server/guestCalls.ts';

/** session.md 10.8: what is repeated, once, and what never. */

/** And 503, which leads the page away: it has tests of its own below. */
const repeated = [408, 409, 425, 429, 500, 502, 504];
const final = [400, 403, 404, 410, 422, 423, 501, 505];

for (const status of repeated) {
  callTest(`GET answered ${status} is sent exactly twice`, async ({ app, server, thing }) => {
    server.when('GET', thing, { status });
    const result = await app.request(thing);
    expect(result.status).toBe(status);
    await app.settle();
    expect(lines(server.calls('GET', thing))).toHaveLength(2);
  });

  callTest(`POST answered ${status} is sent once`, async ({ app, server, thing }) => {
    server.when('POST', thing, { status });
    const result = await app.request({ url: thing, method: 'POST', body: { a: 1 } });
    expect(result.status).toBe(status);
    await app.settle();
    expect(lines(server.calls('POST', thing))).toHaveLength(1);
  });
}

for (const [method, times, words] of [
  ['GET', 2, 'exactly twice'],
  ['POST', 1, 'once'],
] as const) {
  bareTest(`${method} answered 503 is sent ${words}`, async ({ app, server }) => {
    server.when(method, api.thing, { status: 503 });
    await app.openAsGuest();
    const result = await app.request({ url: api.thing, method });
    expect(result.status).toBe(503);
    await app.settle();
    expect(lines(server.calls(method, api.thing))).toHaveLength(times);
  });
}

for (const status of final) {
  callTest(`GET answered ${status} is sent once`, async ({ app, server, thing }) => {
    server.when('GET', thing, { status });
    const result = await app.request(thing);
    expect(result.status).toBe(status);
    await app.settle();
    expect(lines(server.calls('GET', thing))).toHaveLength(1);
  });
}

for (const method of ['PUT', 'PATCH', 'DELETE']) {
  callTest(`${method} answered 500 is sent once`, async ({ app, server, thing }) => {
    server.when(method, thing, { status: 500 });
    const { error } = await app.request({ url: thing, method });
    expect(error).not.toBeNull();
    await app.settle();
    expect(lines(server.calls(method, thing))).toHaveLength(1);
  });

  const tag = method === 'DELETE' ? [] : '@long';
  bareTest(`${method} without an answer is sent once`, { tag }, async ({ app, server }) => {
    server.when(method, api.thing, { fate: 'drop' });
    await app.openAsGuest();
    const { error } = await app.request({ url: api.thing, method });
    expect(error).not.toBeNull();
    await app.settle();
    expect(lines(server.calls(method, api.thing))).toHaveLength(1);
  });
}

for (const method of ['HEAD', 'OPTIONS']) {
  callTest(`${method} is safe, so it is repeated`, async ({ app, server, thing }) => {
    server.when(method, thing, { status: 500 }, { status: 204 });
    await app.request({ url: thing, method });
    await app.settle();
    expect(lines(server.calls(method, thing))).toHaveLength(2);
  });
}

bareTest('GET without any answer is sent exactly twice', async ({ app, server }) => {
  server.when('GET', api.thing, { fate: 'drop' });
  await app.openAsGuest();
  const { error, status } = await app.request(api.thing);
  expect(error).not.toBeNull();
  expect(status).toBeNull();
  await app.settle();
  expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
});

bareTest('POST without any answer is sent once', async ({ app, server }) => {
  server.when('POST', api.thing, { fate: 'drop' });
  await app.openAsGuest();
  const { error } = await app.request({ url: api.thing, method: 'POST', body: {} });
  expect(error).not.toBeNull();
  await app.settle();
  expect(lines(server.calls('POST', api.thing))).toHaveLength(1);
});

const recoveries: [string, Answer][] = [
  ['500', { status: 500 }],
  ['no answer', { fate: 'drop' }],
];
for (const [name, answer] of recoveries) {
  const tag = name === 'no answer' ? [] : '@long';
  bareTest(`the second try after ${name} is the answer of the call`, { tag }, async ({ app, server }) => {
    server.when('GET', api.thing, answer, { json: { fine: true } });
    await app.openAsGuest();
    const result = await app.request({ url: api.thing, query: { page: 2 } });
    expect(result).toEqual({ status: 200, data: { fine: true }, error: null });
    expect(lines(server.calls('GET', api.thing))).toEqual([
      `GET ${api.thing}?page=2`,
      `GET ${api.thing}?page=2`,
    ]);
  });
}

callTest('the second answer counts, whatever it is', async ({ app, server, thing }) => {
  server.when('GET', thing, { status: 500 }, { status: 404 });
  expect((await app.request(thing)).status).toBe(404);
  await app.settle();
  expect(lines(server.calls('GET', thing))).toHaveLength(2);
});

for (const seconds of ['0', '120', 'Wed, 21 Oct 2099 07:28:00 GMT']) {
  bareTest(
    `Retry-After: ${seconds} changes nothing: the second try comes at once`,
    { tag: seconds === '120' ? [] : '@long' },
    async ({ app, server }) => {
      server.when('GET', api.thing, { status: 429, headers: { 'retry-after': seconds } }, { json: {} });
      await app.page.clock.install();
      await app.openAsGuest();
      // Time stands still: a second try that waits for a timer would never come.
      await app.page.clock.pauseAt(Date.now() + 60_000);
      expect((await app.request(api.thing)).status).toBe(200);
      expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
    },
  );
}

bareTest('both tries of a session carry the token', async ({ app, server }) => {
  await app.openSignedIn();
  server.when('GET', api.thing, { status: 502 }, { json: {} });
  await app.request(api.thing);
  expect(server.calls('GET', api.thing).map(({ headers }) => headers.authorization)).toEqual([
    'Bearer access-0',
    'Bearer access-0',
  ]);
});

test('a list of the app is repeated once, with no second layer on top', async ({ app, server }) => {
  server.when('GET', api.bookmark, { status: 500 });
  await app.openSignedIn('/mypage/settings');
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.settle();
  expect(lines(server.calls('GET', api.bookmark))).toHaveLength(2);
});

test('a list whose connection drops is repeated once, and the page is not loaded again', async ({
  app,
  server,
}) => {
  server.when('GET', api.bookmark, { fate: 'drop' });
  // The list is asked for anew as soon as the server is known to be back: 2 s later, if that were not lost, too.
  server.when('GET', '/api/health/', { fate: 'drop' });
  await app.openSignedIn('/mypage/settings');
  await app.go('/mypage/bookmark');
  await expect(app.part('list-error')).toBeVisible();
  await app.settle();
  expect(lines(server.calls('GET', api.bookmark))).toHaveLength(2);
  expect(lines(server.calls('GET', '/mypage/bookmark'))).toEqual([]);
});
