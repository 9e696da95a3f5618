import type { Answer } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';

/** session.md 10.10: answers with nothing in them, and answers that are something else. */

const lists = [
  ['inventory', '/mypage/course', api.inventory],
  ['favorites', '/mypage/favorite', api.favorite],
  ['bookmarks', '/mypage/bookmark', api.bookmark],
] as const;

const empties: [string, Answer][] = [
  ['204', { status: 204 }],
  ['an empty 200', { text: '' }],
  ['null', { json: null }],
  ['{}', { json: {} }],
  ['results null', { json: { count: 0, results: null } }],
  ['no results', { json: { count: 0, next: null, previous: null } }],
];

/** All lists are read by one reader (src/contracts/page.ts): of the others one empty answer each is in `npm test`. */
const isShort = (name: string, kind: string) =>
  name === 'inventory' || kind === (name === 'favorites' ? 'null' : 'an empty 200');

for (const [name, path, call] of lists) {
  for (const [kind, answer] of empties) {
    test(`${name}: ${kind} is the empty list`, { tag: isShort(name, kind) ? [] : '@long' }, async ({
      app,
      server,
    }) => {
      server.when('GET', call, answer);
      await app.openSignedIn(path);
      await expect(app.part('list-empty')).toBeVisible();
      await expect(app.part('list-error')).toHaveCount(0);
      for (const button of ['list-next', 'list-previous']) {
        for (const found of await app.part(button).all()) await expect(found).toBeDisabled();
      }
    });
  }
}

for (const [kind, answer] of empties.slice(1, 3)) {
  test(`checks: ${kind} harms no page`, { tag: kind === 'null' ? [] : '@long' }, async ({ app, server }) => {
    server.when('GET', api.check, answer);
    await app.openSignedIn('/mypage/lecture/7');
    await expect(app.page.getByRole('heading', { level: 1 })).toContainText('講座7');
    await expect(app.part('error-page')).toHaveCount(0);
    await expect(app.part('list-error')).toHaveCount(0);
  });
}

const strange: [string, Answer][] = [
  ['a web page', { text: '<!doctype html><title>Wi-Fi</title><h1>ログインしてください</h1>' }],
  ['half of a JSON text', { text: '{"count": 1, "resu', headers: { 'content-type': 'application/json' } }],
];
for (const [kind, answer] of strange) {
  bareTest(`a 200 that is ${kind} is an error of that call, the session stays`, async ({ app, server }) => {
    server.when('GET', api.thing, answer);
    await app.openSignedIn('/mypage/settings');
    const { error } = await app.request(api.thing);
    expect(error).not.toBeNull();
    await app.settle();
    await app.expectSession('in');
    expect(app.address()).toBe('/mypage/settings');
  });

  for (const [name, path, call] of lists) {
    const tag = name === (kind === 'a web page' ? 'inventory' : 'bookmarks') ? [] : '@long';
    test(`${name}: a 200 that is ${kind} is an error in place`, { tag }, async ({ app, server }) => {
      server.when('GET', call, answer);
      await app.openSignedIn(path);
      await expect(app.part('list-error')).toBeVisible();
      await app.expectSession('in');
    });
  }
}

bareTest(
  'a user answer that is a web page is trouble, not a refusal: tokens stay',
  async ({ app, server }) => {
    server.when('GET', api.user, { text: '<!doctype html><h1>Wi-Fi</h1>' });
    await app.seed();
    await app.openAsGuest('/login');
    expect((await app.stored()).local['auth._token.local']).toBe('Bearer access-0');
  },
);

test('an empty answer to a call of one thing is no crash', async ({ app, server }) => {
  server.when('GET', '/api/lms/inventory/7/', { json: {} });
  await app.openSignedIn('/mypage/lecture/7');
  await expect(
    app.page.locator('h1, [data-testid="list-error"], [data-testid="not-found"]').first(),
  ).toBeVisible();
  await expect(app.part('error-page')).toHaveCount(0);
});

test('lists that lack all fields but results are shown', async ({ app, server }) => {
  server.when('GET', api.inventory, { json: { results: [{ id: 1, course: { id: 1, name: '微分積分' } }] } });
  server.when('GET', api.bookmark, {
    json: { results: [{ course: { id: 2, name: '英文法' }, is_check: true }] },
  });
  await app.openSignedIn('/mypage/course');
  await expect(app.part('inventory-item')).toContainText('微分積分');
  await app.go('/mypage/bookmark');
  await expect(app.part('bookmark-item')).toContainText('英文法');
});
