import { gate, lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';
import { test as callTest } from '../../scripted-server/guestCalls.ts';

/** session.md 10.9: a newer question replaces the older one, equal questions are asked once. */

callTest('equal GETs in flight are one request with one answer for all', async ({ app, server, thing }) => {
  const answer = gate();
  server.when('GET', thing, (_call, nth) => ({ json: { nth }, after: answer.opened }));
  const results = app.requestAll([
    { url: thing, query: { page: 1 } },
    { url: thing, query: { page: 1 } },
    { url: thing, query: { page: 1 } },
  ]);
  await server.arrival('GET', thing);
  await app.settle();
  answer.open();
  expect((await results).map(({ data }) => data)).toEqual([{ nth: 1 }, { nth: 1 }, { nth: 1 }]);
  expect(lines(server.calls('GET', thing))).toHaveLength(1);
});

callTest('an equal GET after the answer is a request of its own', async ({ app, server, thing }) => {
  await app.request(thing);
  await app.request(thing);
  expect(lines(server.calls('GET', thing))).toHaveLength(2);
});

callTest('equal GETs that fail are repeated once together', async ({ app, server, thing }) => {
  server.when('GET', thing, { status: 500 });
  const results = await app.requestAll([{ url: thing }, { url: thing }]);
  expect(results.map(({ status }) => status)).toEqual([500, 500]);
  await app.settle();
  expect(lines(server.calls('GET', thing))).toHaveLength(2);
});

bareTest('a GET with another query aborts the running one, silently', async ({ app, server }) => {
  server.when('GET', api.thing, ({ search }) =>
    search === '?page=1' ? { fate: 'silence' } : { json: { page: 2 } },
  );
  await app.openAsGuest();
  const older = app.request({ url: api.thing, query: { page: 1 } });
  const call = await server.arrival('GET', api.thing);
  const newer = await app.request({ url: api.thing, query: { page: 2 } });
  expect(newer.data).toEqual({ page: 2 });
  expect((await older).error?.name).toBe('AbortError');
  await expect.poll(() => call.isAborted).toBe(true);
  await app.settle();
  expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
  expect(app.console).toEqual([]);
});

callTest(
  'the older answer is never given, even if it is already on its way',
  async ({ app, server, thing }) => {
    const late = gate();
    server.when('GET', thing, ({ search }) =>
      search === '?page=1' ? { json: { page: 1 }, after: late.opened } : { json: { page: 2 } },
    );
    const older = app.request({ url: thing, query: { page: 1 } });
    await server.arrival('GET', thing);
    const newer = app.request({ url: thing, query: { page: 2 } });
    await server.arrival('GET', thing, 2);
    late.open();
    expect((await newer).data).toEqual({ page: 2 });
    expect((await older).error?.name).toBe('AbortError');
  },
);

callTest('of three questions in a row only the last is answered', async ({ app, thing }) => {
  const results = await app.requestAll([1, 2, 3].map((page) => ({ url: thing, query: { page } })));
  expect(results.map(({ error }) => error?.name ?? null)).toEqual(['AbortError', 'AbortError', null]);
});

callTest(
  'an aborted question is not repeated although it would be for its status',
  async ({ app, server, thing }) => {
    const late = gate();
    server.when('GET', thing, ({ search }) =>
      search === '?page=1' ? { status: 500, after: late.opened } : { json: {} },
    );
    const older = app.request({ url: thing, query: { page: 1 } });
    await server.arrival('GET', thing);
    await app.request({ url: thing, query: { page: 2 } });
    late.open();
    await older;
    await app.settle();
    expect(lines(server.calls('GET', thing))).toEqual([`GET ${thing}?page=1`, `GET ${thing}?page=2`]);
  },
);

callTest('GETs to different paths run side by side', async ({ app, server, thing }) => {
  const answer = gate();
  const urls = [`${thing}1/`, `${thing}2/`];
  for (const url of urls) server.when('GET', url, { json: {}, after: answer.opened });
  const results = app.requestAll(urls.map((url) => ({ url })));
  for (const url of urls) await server.arrival('GET', url);
  answer.open();
  expect((await results).map(({ status }) => status)).toEqual([200, 200]);
});

callTest('calls with slots of their own run side by side on one path', async ({ app, server, thing }) => {
  const answer = gate();
  server.when('GET', thing, ({ search }) => ({ json: { search }, after: answer.opened }));
  const results = app.requestAll([
    { url: thing, query: { course: 1 }, slot: 'course-1' },
    { url: thing, query: { course: 2 }, slot: 'course-2' },
  ]);
  await server.arrival('GET', thing, 2);
  answer.open();
  expect((await results).map(({ data }) => data)).toEqual([{ search: '?course=1' }, { search: '?course=2' }]);
});

callTest('within one slot the newer question replaces the older', async ({ app, server, thing }) => {
  server.when('GET', thing, ({ search }) => (search === '?page=1' ? { fate: 'silence' } : { json: {} }));
  const older = app.request({ url: thing, query: { page: 1 }, slot: 'list' });
  await server.arrival('GET', thing);
  const newer = await app.request({ url: thing, query: { page: 2 }, slot: 'list' });
  expect(newer.status).toBe(200);
  expect((await older).error?.name).toBe('AbortError');
});

for (const method of ['POST', 'PATCH', 'DELETE']) {
  callTest(`equal ${method} calls are all sent`, async ({ app, server, thing }) => {
    const call = { url: thing, method, body: { a: 1 } };
    const results = await app.requestAll([call, call]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    expect(lines(server.calls(method, thing))).toHaveLength(2);
  });
}

callTest('a newer POST does not abort a running one', async ({ app, server, thing }) => {
  const answer = gate();
  server.when('POST', thing, ({ body }) => ({ json: JSON.parse(body), after: answer.opened }));
  const results = app.requestAll([
    { url: thing, method: 'POST', body: { n: 1 }, query: { a: 1 } },
    { url: thing, method: 'POST', body: { n: 2 }, query: { a: 2 } },
  ]);
  await server.arrival('POST', thing, 2);
  answer.open();
  expect((await results).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
});

callTest('a GET neither joins nor aborts a POST to the same path', async ({ app, server, thing }) => {
  const answer = gate();
  server.when('POST', thing, { json: { posted: true }, after: answer.opened });
  server.when('GET', thing, { json: { got: true } });
  const posted = app.request({ url: thing, method: 'POST', body: {} });
  await server.arrival('POST', thing);
  expect((await app.request(thing)).data).toEqual({ got: true });
  answer.open();
  expect((await posted).data).toEqual({ posted: true });
});

test('turning the page of a list fast shows the last page asked for, and no error', async ({
  app,
  server,
}) => {
  const late = gate();
  server.when('GET', api.inventory, ({ search }) => {
    const page = new URLSearchParams(search).get('page');
    if (page === '2') return { status: 500, after: late.opened };
    return { json: { count: 60, results: [], next: null, previous: null } };
  });
  await app.openSignedIn('/mypage/course');
  await app.go('/mypage/course?page=2');
  await expect.poll(() => lines(server.calls('GET', api.inventory)).join()).toContain('page=2');
  await app.go('/mypage/course?page=3');
  await expect.poll(() => lines(server.calls('GET', api.inventory)).join()).toContain('page=3');
  await app.settle();
  late.open();
  await app.settle();
  await expect(app.part('list-error')).toHaveCount(0);
  await app.expectAddress('/mypage/course?page=3');
});

callTest('an explicit reload aborts the running call and asks anew', async ({ app, server, thing }) => {
  server.when('GET', thing, { fate: 'silence' }, { json: { fresh: true } });
  const older = app.request(thing);
  const call = await server.arrival('GET', thing);
  const reload = await app.request({ url: thing, isReload: true });
  expect(reload.data).toEqual({ fresh: true });
  await older;
  await expect.poll(() => call.isAborted).toBe(true);
});
