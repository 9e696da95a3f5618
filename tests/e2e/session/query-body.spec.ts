import { lines } from '../../scripted-server/answers.ts';
import { expect, bareTest as test } from '../../scripted-server/fixtures.ts';
import { test as callTest } from '../../scripted-server/guestCalls.ts';

/** session.md 10.4 to 10.6: addresses, queries and bodies. */

const queries: [string, Record<string, unknown>, string][] = [
  ['a list gets the suffix []', { a: [1, 2] }, 'a[]=1&a[]=2'],
  ['a list of one keeps the suffix', { a: ['x'] }, 'a[]=x'],
  ['doubles in one list are sent once', { a: [1, 2, 1] }, 'a[]=1&a[]=2'],
  ['null is dropped', { a: null, b: 1 }, 'b=1'],
  ['undefined is dropped', { a: undefined, b: 1 }, 'b=1'],
  ['an empty text is dropped', { a: '', b: 1 }, 'b=1'],
  ['an empty list is dropped', { a: [], b: 1 }, 'b=1'],
  ['zero is kept', { a: 0 }, 'a=0'],
  ['false is kept', { a: false }, 'a=false'],
  ['a list keeps zero and false', { a: [0, false] }, 'a[]=0&a[]=false'],
  ['a list drops its empty values', { a: [null, '', 1] }, 'a[]=1'],
  ['letters and signs arrive as they were', { q: '数学 A&B=?#+%' }, 'q=数学 A&B=?#+%'],
  ['several parameters are all sent', { a: 1, b: 'x' }, 'a=1&b=x'],
  ['nothing left means no query', { a: null, b: '', c: [] }, ''],
];
for (const [name, query, expected] of queries) {
  callTest(`query: ${name}`, async ({ app, server, thing }) => {
    await app.request({ url: thing, query });
    const [call] = server.calls('GET', thing);
    const pairs = [...new URLSearchParams(call?.search ?? '')].map(([key, value]) => `${key}=${value}`);
    expect(pairs.join('&')).toBe(expected);
    if (expected === '') expect(call?.search).toBe('');
  });
}

callTest('query: what stands in the address already is kept', async ({ app, server, thing }) => {
  await app.request({ url: `${thing}?page=2`, query: { a: 1 } });
  const found = Object.fromEntries(new URLSearchParams(server.calls('GET', thing)[0]?.search));
  expect(found).toEqual({ page: '2', a: '1' });
});

callTest('query: undefined values of a POST are dropped too', async ({ app, server, thing }) => {
  await app.request({ url: thing, method: 'POST', query: { a: [1], b: null }, body: {} });
  expect(decodeURIComponent(server.calls('POST', thing)[0]?.search ?? '')).toBe('?a[]=1');
});

for (const method of ['GET', 'POST']) {
  const tag = method === 'GET' ? [] : '@long';
  test(`a ${method} to an address starting with // is refused before anything is sent`, { tag }, async ({
    app,
    server,
    other,
  }) => {
    await app.openSignedIn();
    server.forget();
    const { error, status } = await app.request({ url: `//localhost:${other.port}/api/`, method });
    expect(error?.message).toContain('the request URL must not start with "//".');
    expect(status).toBeNull();
    await app.settle();
    expect(lines(server.apiCalls())).toEqual([]);
    expect(lines(other.calls())).toEqual([]);
    await app.expectSession('in');
  });
}

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
  callTest(`${method} sends plain data as JSON`, async ({ app, server, thing }) => {
    await app.request({ url: thing, method, body: { name: '数学', list: [1, null], empty: '' } });
    const [call] = server.calls(method, thing);
    expect(call?.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(call?.body ?? '')).toEqual({ name: '数学', list: [1, null], empty: '' });
  });

  callTest(`${method} without a body has no Content-Type`, async ({ app, server, thing }) => {
    await app.request({ url: thing, method });
    const [call] = server.calls(method, thing);
    expect(call?.headers['content-type']).toBeUndefined();
    expect(call?.body).toBe('');
  });
}

callTest('a list as body is JSON', async ({ app, server, thing }) => {
  await app.request({ url: thing, method: 'POST', body: [1, 2] });
  const [call] = server.calls('POST', thing);
  expect(call?.body).toBe('[1,2]');
  expect(call?.headers['content-type']).toMatch(/^application\/json/);
});

callTest('GET has neither body nor Content-Type', async ({ app, server, thing }) => {
  await app.request(thing);
  const [call] = server.calls('GET', thing);
  expect(call?.body).toBe('');
  expect(call?.headers['content-type']).toBeUndefined();
});

callTest('FormData goes out untouched, with its boundary', async ({ app, server, thing }) => {
  await app.probeReady();
  await app.page.evaluate((url) => {
    const body = new FormData();
    body.append('name', '数学');
    body.append('file', new Blob(['content'], { type: 'text/plain' }), 'note.txt');
    return window.__probe?.request({ url, method: 'POST', body });
  }, thing);
  const [call] = server.calls('POST', thing);
  expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(call?.body).toContain('name="file"; filename="note.txt"');
  expect(call?.body).toContain('content');
});

callTest('URLSearchParams go out untouched', async ({ app, server, thing }) => {
  await app.probeReady();
  await app.page.evaluate(
    (url) => window.__probe?.request({ url, method: 'PUT', body: new URLSearchParams({ a: '1', b: '' }) }),
    thing,
  );
  const [call] = server.calls('PUT', thing);
  expect(call?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(call?.body).toBe('a=1&b=');
});
