import { type Answer, gate } from '../../scripted-server/answers.ts';
import type { AppPage } from '../../scripted-server/appPage.ts';
import { inventoryItem } from '../../scripted-server/content.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import type { ScriptedServer } from '../../scripted-server/server.ts';
import { storedKeys } from '../../scripted-server/stored.ts';

/** session.md 11.4 and 11.5: what is not there, and what is refused. */

test('an unknown address shows the not-found screen at the same address, and is named once on the console', async ({
  app,
}) => {
  await app.open('/nowhere/at/all?x=1#y');
  const screen = app.part('not-found');
  await expect(screen.getByRole('heading')).toHaveText(/^not found$/i);
  await expect(screen).toContainText('ページ');
  await expect(screen.getByText('TOPへ')).toBeVisible();
  await app.settle();
  expect(app.address()).toBe('/nowhere/at/all?x=1#y');
  expect(app.said('Page Not Found')).toHaveLength(1);
  expect(app.said('Page Not Found: /nowhere/at/all?x=1')).toHaveLength(1);
  // No guard either: nobody is sent to the login, and nothing is remembered.
  await app.expectSession('out');
  expect(storedKeys(await app.stored())).toEqual([]);
});

test('TOPへ is a full load of the origin', async ({ app, server }) => {
  await app.open('/nowhere');
  await expect(app.part('not-found')).toBeVisible();
  server.forget();
  await app.part('not-found').getByText('TOPへ').click();
  await app.expectAddress('/');
  await expect.poll(() => server.calls('GET', '/').length).toBe(1);
});

test('another page clears the screen, a second unknown address is told too', async ({ app }) => {
  await app.openSignedIn('/nowhere');
  await app.go('/mypage/settings');
  await app.expectAddress('/mypage/settings');
  await expect(app.part('not-found')).toHaveCount(0);
  await app.go('/elsewhere');
  await expect(app.part('not-found')).toBeVisible();
  await app.settle();
  expect(app.said('Page Not Found: /elsewhere')).toHaveLength(1);
});

for (const path of ['/mypage/lecture/9', '/mypage/learnning/9?lesson=4']) {
  const tag = path === '/mypage/lecture/9' ? '@long' : [];
  test(`${path} without its course is not found, at the same address`, { tag }, async ({ app, server }) => {
    server.when('GET', '/api/lms/inventory/9/', { status: 404 });
    await app.openSignedIn(path);
    await expect(app.part('not-found')).toBeVisible();
    expect(app.address()).toBe(path);
    await app.settle();
    expect(app.said('Page Not Found')).toHaveLength(1);
    expect(app.said(`Page Not Found: ${path}`)).toHaveLength(1);
    await app.expectSession('in');
    await app.go('/mypage/settings');
    await expect(app.part('not-found')).toHaveCount(0);
  });
}

/** A lecture is open when the library is refreshed, and the course is not in it any more. */
async function openBeforeTheLists(app: AppPage, server: ScriptedServer): Promise<void> {
  const lists = server.scriptOf('src/app/routes/mypage/memberWork.ts');
  const held = gate();
  server.when('GET', lists, () => ({ ...server.fileAnswer(lists), after: held.opened }));
  await app.seed();
  await app.open('/mypage/lecture/7');
  await expect(app.page.getByRole('heading', { level: 1 })).toContainText('講座7');
  held.open();
  await app.listsLoaded();
}

test('a course taken back while it is open is not found once the library is refreshed', async ({
  app,
  server,
}) => {
  server.when('GET', '/api/lms/inventory/7/', { json: inventoryItem(7, '講座7') }, { status: 404 });
  await openBeforeTheLists(app, server);
  await expect(app.part('not-found')).toBeVisible();
});

test('an open course that only the library does not name is asked for once more, and stays', async ({
  app,
  server,
}) => {
  server.when('GET', '/api/lms/inventory/7/', { json: inventoryItem(7, '講座7') });
  await openBeforeTheLists(app, server);
  await server.arrival('GET', '/api/lms/inventory/7/', 2);
  await app.settle();
  await expect(app.page.getByRole('heading', { level: 1 })).toContainText('講座7');
  await expect(app.page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(server.calls('GET', '/api/lms/inventory/7/')).toHaveLength(2);
});

for (const [name, path] of Object.entries({
  favorites: api.favorite,
  checks: api.check,
  bookmarks: api.bookmark,
})) {
  const tag = name === 'favorites' ? [] : '@long';
  test(`${name} answered 404 leave the course page as it is`, { tag }, async ({ app, server }) => {
    server.when('GET', path, { status: 404 });
    server.when('GET', '/api/lms/inventory/9/', { json: inventoryItem(9, '微分積分') });
    await app.openSignedIn('/mypage/lecture/9');
    await expect(app.page.getByRole('heading', { level: 1 })).toContainText('微分積分');
    await app.settle();
    await expect(app.part('not-found')).toHaveCount(0);
    await expect(app.part('error-page')).toHaveCount(0);
    expect(app.said('Page Not Found')).toEqual([]);
  });
}

test('refused calls of one page are only errors of those calls: no screen takes its place, the session stays', async ({
  app,
  server,
}) => {
  await app.openSignedIn('/mypage/settings');
  for (const status of [400, 403, 404, 422]) {
    for (const method of ['GET', 'POST']) {
      await test.step(`a ${method} answered ${status}`, async () => {
        server.when(method, api.thing, { status, json: { code: 'refused', detail: 'できません。' } });
        const result = await app.request({ url: api.thing, method });
        expect(result.status).toBe(status);
        expect(result.error).not.toBeNull();
        await app.settle();
        await expect(app.part('not-found')).toHaveCount(0);
        await expect(app.part('error-page')).toHaveCount(0);
        await app.expectSession('in');
        expect(app.address()).toBe('/mypage/settings');
      });
    }
  }
});

test('lists that the backend does not have at all are empty, not an error page', async ({ app, server }) => {
  server.when('GET', /^\/api\/(?!lms\/inventory)/, { status: 404 });
  await app.openSignedIn('/mypage');
  await expect(app.part('logout')).toBeVisible();
  await expect(app.part('not-found')).toHaveCount(0);
  await expect(app.part('error-page')).toHaveCount(0);
});

const lists = [
  ['inventory', '/mypage/course', api.inventory],
  ['favorites', '/mypage/favorite', api.favorite],
  ['bookmarks', '/mypage/bookmark', api.bookmark],
] as const;
const failures: [string, Answer][] = [
  ['403', { status: 403, json: { detail: '見られません。' } }],
  ['500', { status: 500 }],
];
for (const [name, path, call] of lists) {
  for (const [failure, answer] of failures) {
    const tag = name === (failure === '403' ? 'inventory' : 'bookmarks') ? [] : '@long';
    test(`${name} answered ${failure}: an error in place with a retry button that works`, { tag }, async ({
      app,
      server,
    }) => {
      server.when('GET', call, answer);
      await app.openSignedIn(path);
      await expect(app.part('list-error')).toBeVisible();
      await expect(app.part('error-page')).toHaveCount(0);
      await app.expectSession('in');
      server.when('GET', call, { json: {} });
      await app.part('list-retry').click();
      await expect(app.part('list-empty')).toBeVisible();
      await expect(app.part('list-error')).toHaveCount(0);
    });
  }
}
