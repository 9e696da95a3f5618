import { type Answer, gate, lines } from '../../scripted-server/answers.ts';
import { bookmark, favorite, inventoryItem, listPage } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';

/** session.md 13.1 and 13.2: the first load of the lists, and turning their pages. */

const firstLoad = /^\/api\/lms\/(inventory|favorite|check)\/$/;

test('after the login inventory, favorites and checks load together, each once', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', firstLoad, { json: {}, after: answer.opened });
  await app.openAsGuest('/login');
  expect(lines(server.calls('GET', firstLoad))).toEqual([]);
  await app.logIn();
  await app.listsLoaded();
  answer.open();
  await app.expectSession('in');
  await app.settle();
  const paths = server.calls('GET', firstLoad).map(({ path }) => path);
  expect(paths.sort()).toEqual([api.check, api.favorite, api.inventory]);
});

test('at a start with a session they load once, the inventory with exactly its query', async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage');
  await app.settle();
  const calls = server.calls('GET', firstLoad);
  expect(calls.map(({ path }) => path).sort()).toEqual([api.check, api.favorite, api.inventory]);
  const inventory = calls.find(({ path }) => path === api.inventory);
  expect(Object.fromEntries(new URLSearchParams(inventory?.search))).toEqual({
    sort_by_watchhistory: 'true',
    page: '1',
  });
});

test('a guest loads none of them', async ({ app, server }) => {
  await app.openAsGuest('/');
  await app.go('/login');
  await app.settle();
  // What the welcome shows is for everybody, and asked for when it comes near.
  expect(lines(server.apiCalls().filter(({ path }) => path !== '/api/cms/home/'))).toEqual([]);
});

for (const [name, failing, answer] of [
  ['inventory', api.inventory, { status: 500 }],
  ['favorites', api.favorite, { status: 403 }],
  ['checks', api.check, { fate: 'drop' }],
] as [string, string, Answer][]) {
  test(`${name} failing does not hold the others`, { tag: name === 'inventory' ? [] : '@long' }, async ({
    app,
    server,
  }) => {
    server.when('GET', api.inventory, { json: listPage([inventoryItem(1, '微分積分')]) });
    server.when('GET', api.favorite, { json: listPage([favorite(1, '英文法')]) });
    server.when('GET', failing, answer);
    await app.openSignedIn('/mypage/settings');
    await app.go(failing === api.inventory ? '/mypage/favorite' : '/mypage/course');
    await expect(
      failing === api.inventory ? app.part('favorite-item') : app.part('inventory-item'),
    ).toBeVisible();
    await app.expectSession('in');
  });
}

// logout.spec.ts looks at what the next learner sees.
test('they load again for the next session', { tag: '@long' }, async ({ app, server }) => {
  await app.openSignedIn('/mypage');
  await app.part('logout').click();
  await app.expectAddress('/login');
  server.forget();
  await app.logIn();
  await app.listsLoaded();
  const paths = server.calls('GET', firstLoad).map(({ path }) => path);
  expect(paths.sort()).toEqual([api.check, api.favorite, api.inventory]);
});

const lists = [
  {
    name: 'inventory',
    path: '/mypage/course',
    call: api.inventory,
    item: 'inventory-item',
    make: inventoryItem,
  },
  { name: 'favorites', path: '/mypage/favorite', call: api.favorite, item: 'favorite-item', make: favorite },
  { name: 'bookmarks', path: '/mypage/bookmark', call: api.bookmark, item: 'bookmark-item', make: bookmark },
];

for (const { name, path, call, item, make } of lists) {
  const tag = name === 'inventory' ? [] : '@long';
  test(`${name}: next and previous carry the query of the link to the list's own path`, { tag }, async ({
    app,
    server,
    other,
  }) => {
    const one = listPage([make(1, '第一')], { next: `${other.origin}${call}?page=2&size=7&x=a%20b` });
    const two = listPage([make(2, '第二')], {
      previous: `http://backend.internal:9000/wrong/path/?page=1&size=7`,
    });
    server.when('GET', call, ({ search }) => ({ json: search.includes('page=2') ? two : one }));
    await app.openSignedIn(path);
    await expect(app.part(item)).toContainText('第一');
    await expect(app.part('list-previous')).toBeDisabled();
    server.forget();
    await app.part('list-next').click();
    await expect(app.part(item)).toContainText('第二');
    await expect(app.part('list-next')).toBeDisabled();
    const sent = server.calls('GET', call).find(({ search }) => search.includes('page=2'));
    expect(Object.fromEntries(new URLSearchParams(sent?.search))).toMatchObject({
      page: '2',
      size: '7',
      x: 'a b',
    });
    await app.part('list-previous').click();
    await expect(app.part(item)).toContainText('第一');
    expect(lines(other.calls())).toEqual([]);
  });
}

// So is the one of «the buttons stay enabled while a page loads».
test('a relative link is followed by its query too', { tag: '@long' }, async ({ app, server }) => {
  server.when('GET', api.bookmark, ({ search }) => ({
    json: search.includes('page=2')
      ? listPage([bookmark(2, '第二')])
      : listPage([bookmark(1, '第一')], { next: '/api/lms/bookmark/?page=2' }),
  }));
  await app.openSignedIn('/mypage/bookmark');
  await app.part('list-next').click();
  await expect(app.part('bookmark-item')).toContainText('第二');
});

test('a link starting with // is refused: nothing is sent, nothing is contacted', async ({
  app,
  server,
  other,
}) => {
  server.when('GET', api.bookmark, {
    json: listPage([bookmark(1, '第一')], { next: `//localhost:${other.port}/api/lms/bookmark/?page=2` }),
  });
  await app.openSignedIn('/mypage/bookmark');
  await expect(app.part('bookmark-item')).toContainText('第一');
  server.forget();
  const next = app.part('list-next');
  if ((await next.count()) > 0 && (await next.isEnabled())) await next.click();
  await app.settle();
  expect(lines(other.calls())).toEqual([]);
  expect(lines(server.calls('GET', api.bookmark)).filter((line) => line.includes('page=2'))).toEqual([]);
});

test('the buttons stay enabled while a page loads', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', api.bookmark, ({ search }) =>
    search.includes('page=2')
      ? { json: listPage([bookmark(2, '第二')]), after: answer.opened }
      : { json: listPage([bookmark(1, '第一')], { next: '/api/lms/bookmark/?page=2' }) },
  );
  await app.openSignedIn('/mypage/bookmark');
  await app.part('list-next').click();
  await expect.poll(() => lines(server.calls('GET', api.bookmark)).join()).toContain('page=2');
  await app.settle();
  for (const found of await app.part('list-next').all()) await expect(found).toBeEnabled();
  answer.open();
  await expect(app.part('bookmark-item')).toContainText('第二');
});

// offline.spec.ts looks at the names in all three lists.
for (const { name, path, call, item, make } of lists) {
  test(`${name}: each item shows the name of its course`, { tag: '@long' }, async ({ app, server }) => {
    server.when('GET', call, { json: listPage([make(1, '微分積分'), make(2, '英文法')]) });
    await app.openSignedIn(path);
    await expect(app.part(item)).toHaveCount(2);
    await expect(app.part(item).first()).toContainText('微分積分');
    await expect(app.part(item).nth(1)).toContainText('英文法');
  });
}

/** The specification shows the filter of the favorites (lesson, unit, chapter, course) and not the shape of one. */
const favoriteShapes: [string, (course: { id: number; name: string }) => Record<string, unknown>][] = [
  ['lesson with its course', (course) => ({ lesson: { id: 11, name: '極限', course } })],
  [
    'lesson, unit, chapter, course',
    (course) => ({ lesson: { id: 12, name: '極限', unit: { chapter: { course } } } }),
  ],
  ['a course beside the lesson', (course) => ({ lesson: { id: 13, name: '極限' }, course })],
  ['a course beside the number of the lesson', (course) => ({ lesson: 14, course })],
  ['a course alone', (course) => ({ course })],
];

test('favorites of each shape show the name of their course', async ({ app, server }) => {
  const nameOf = (index: number) => `講座${21 + index}`;
  const results = favoriteShapes.map(([, shape], index) => ({
    id: 1 + index,
    ...shape({ id: 21 + index, name: nameOf(index) }),
  }));
  server.when('GET', api.favorite, { json: listPage(results) });
  await app.openSignedIn('/mypage/favorite');
  await expect(app.part('favorite-item')).toHaveCount(favoriteShapes.length);
  for (const [index, [name]] of favoriteShapes.entries()) {
    await test.step(name, async () => {
      await expect(app.part('favorite-item').filter({ hasText: nameOf(index) })).toHaveCount(1);
    });
  }
});
