import { gate, lines } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';

/** session.md 10.9: a newer question replaces the older one, equal questions are asked once. */

bareTest('equal GETs in flight are one request with one answer for all', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', api.thing, (_call, nth) => ({ json: { nth }, after: answer.opened }));
  await app.openAsGuest();
  const results = app.requestAll([
    { url: api.thing, query: { page: 1 } },
    { url: api.thing, query: { page: 1 } },
    { url: api.thing, query: { page: 1 } },
  ]);
  await server.arrival('GET', api.thing);
  await app.settle();
  answer.open();
  expect((await results).map(({ data }) => data)).toEqual([{ nth: 1 }, { nth: 1 }, { nth: 1 }]);
  expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
});

bareTest('an equal GET after the answer is a request of its own', async ({ app, server }) => {
  await app.openAsGuest();
  await app.request(api.thing);
  await app.request(api.thing);
  expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
});

bareTest('equal GETs that fail are repeated once together', async ({ app, server }) => {
  server.when('GET', api.thing, { status: 500 });
  await app.openAsGuest();
  const results = await app.requestAll([{ url: api.thing }, { url: api.thing }]);
  expect(results.map(({ status }) => status)).toEqual([500, 500]);
  await app.settle();
  expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
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

bareTest('the older answer is never given, even if it is already on its way', async ({ app, server }) => {
  const late = gate();
  server.when('GET', api.thing, ({ search }) =>
    search === '?page=1' ? { json: { page: 1 }, after: late.opened } : { json: { page: 2 } },
  );
  await app.openAsGuest();
  const older = app.request({ url: api.thing, query: { page: 1 } });
  await server.arrival('GET', api.thing);
  const newer = app.request({ url: api.thing, query: { page: 2 } });
  await server.arrival('GET', api.thing, 2);
  late.open();
  expect((await newer).data).toEqual({ page: 2 });
  expect((await older).error?.name).toBe('AbortError');
});

bareTest('of three questions in a row only the last is answered', async ({ app }) => {
  await app.openAsGuest();
  const results = await app.requestAll([1, 2, 3].map((page) => ({ url: api.thing, query: { page } })));
  expect(results.map(({ error }) => error?.name ?? null)).toEqual(['AbortError', 'AbortError', null]);
});

bareTest(
  'an aborted question is not repeated although it would be for its status',
  async ({ app, server }) => {
    const late = gate();
    server.when('GET', api.thing, ({ search }) =>
      search === '?page=1' ? { status: 500, after: late.opened } : { json: {} },
    );
    await app.openAsGuest();
    const older = app.request({ url: api.thing, query: { page: 1 } });
    await server.arrival('GET', api.thing);
    await app.request({ url: api.thing, query: { page: 2 } });
    late.open();
    await older;
    await app.settle();
    expect(lines(server.calls('GET', api.thing))).toEqual([
      `GET ${api.thing}?page=1`,
      `GET ${api.thing}?page=2`,
    ]);
  },
);

bareTest('GETs to different paths run side by side', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', /^\/api\/lms\/thing\//, { json: {}, after: answer.opened });
  await app.openAsGuest();
  const results = app.requestAll([{ url: '/api/lms/thing/1/' }, { url: '/api/lms/thing/2/' }]);
  await server.arrival('GET', '/api/lms/thing/1/');
  await server.arrival('GET', '/api/lms/thing/2/');
  answer.open();
  expect((await results).map(({ status }) => status)).toEqual([200, 200]);
});

bareTest('calls with slots of their own run side by side on one path', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', api.thing, ({ search }) => ({ json: { search }, after: answer.opened }));
  await app.openAsGuest();
  const results = app.requestAll([
    { url: api.thing, query: { course: 1 }, slot: 'course-1' },
    { url: api.thing, query: { course: 2 }, slot: 'course-2' },
  ]);
  await server.arrival('GET', api.thing, 2);
  answer.open();
  expect((await results).map(({ data }) => data)).toEqual([{ search: '?course=1' }, { search: '?course=2' }]);
});

bareTest('within one slot the newer question replaces the older', async ({ app, server }) => {
  server.when('GET', api.thing, ({ search }) => (search === '?page=1' ? { fate: 'silence' } : { json: {} }));
  await app.openAsGuest();
  const older = app.request({ url: api.thing, query: { page: 1 }, slot: 'list' });
  await server.arrival('GET', api.thing);
  const newer = await app.request({ url: api.thing, query: { page: 2 }, slot: 'list' });
  expect(newer.status).toBe(200);
  expect((await older).error?.name).toBe('AbortError');
});

for (const method of ['POST', 'PATCH', 'DELETE']) {
  bareTest(`equal ${method} calls are all sent`, async ({ app, server }) => {
    await app.openAsGuest();
    const call = { url: api.thing, method, body: { a: 1 } };
    const results = await app.requestAll([call, call]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    expect(lines(server.calls(method, api.thing))).toHaveLength(2);
  });
}

bareTest('a newer POST does not abort a running one', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.thing, ({ body }) => ({ json: JSON.parse(body), after: answer.opened }));
  await app.openAsGuest();
  const results = app.requestAll([
    { url: api.thing, method: 'POST', body: { n: 1 }, query: { a: 1 } },
    { url: api.thing, method: 'POST', body: { n: 2 }, query: { a: 2 } },
  ]);
  await server.arrival('POST', api.thing, 2);
  answer.open();
  expect((await results).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
});

bareTest('a GET neither joins nor aborts a POST to the same path', async ({ app, server }) => {
  const answer = gate();
  server.when('POST', api.thing, { json: { posted: true }, after: answer.opened });
  server.when('GET', api.thing, { json: { got: true } });
  await app.openAsGuest();
  const posted = app.request({ url: api.thing, method: 'POST', body: {} });
  await server.arrival('POST', api.thing);
  expect((await app.request(api.thing)).data).toEqual({ got: true });
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

bareTest('an explicit reload aborts the running call and asks anew', async ({ app, server }) => {
  server.when('GET', api.thing, { fate: 'silence' }, { json: { fresh: true } });
  await app.openAsGuest();
  const older = app.request(api.thing);
  const call = await server.arrival('GET', api.thing);
  const reload = await app.request({ url: api.thing, isReload: true });
  expect(reload.data).toEqual({ fresh: true });
  await older;
  await expect.poll(() => call.isAborted).toBe(true);
});
