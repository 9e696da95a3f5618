import type { Page } from '@playwright/test';
import { dumpDatabases } from '../../offline-kit/databases.ts';
import { cachedAddresses } from '../../offline-kit/worker.ts';
import { goWithin } from '../goWithin.ts';
import { expect, follow, onReturn, type Site, test } from './fixtures.ts';
import type { Learner } from './questions.ts';

test.use({ isInstalled: true });

/** Everything of the origin that outlives the page. */
async function stored(page: Page) {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const cookies = document.cookie.split('; ').filter((cookie) => cookie !== '');
    return { databases, local: { ...localStorage }, session: { ...sessionStorage }, cookies };
  });
}

async function logOut(page: Page): Promise<void> {
  await page.getByTestId('logout').click();
}

/** What nobody else on this phone may see of a learner. */
function marksOf({ email, courses }: Learner): string[] {
  return [email, ...courses.map(({ name }) => name), ...courses.map(({ id }) => `/media/${id}/`)];
}

/**
 * Another learner on the same phone: no screen and nothing a script of the page can read shows anything of the first
 * one, but for the sealed database, which holds unsent work and nothing else (offline.md 3.45, 5.3).
 */
async function expectNothingOf(page: Page, site: Site, former: Learner, present: Learner): Promise<void> {
  const places = {
    '': 'マイページ',
    '/course': '学ぶ',
    '/bookmark': 'しおり',
    '/favorite': 'お気に入り',
    '/recent': '最近見た授業',
    '/notice': 'お知らせ',
    '/settings': '設定',
    [`/lecture/${present.courses[0]?.inventory}`]: present.courses[0]?.name ?? '',
    '/sync': '同期',
  };
  // The first of them as a start of the app finds it, the others as a tap does.
  await site.open(page, '/mypage');
  for (const [path, title] of Object.entries(places)) {
    await goWithin(page, `/mypage${path}`);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.locator('#root main h1')).toBeVisible();
    const html = await page.content();
    expect(marksOf(former).filter((mark) => html.includes(mark))).toEqual([]);
  }
  await expect(page.getByText('すべて送信済みです')).toBeVisible();
  const { local, session, cookies } = await stored(page);
  const readable = JSON.stringify([local, session, cookies, await cachedAddresses(page)]);
  expect(marksOf(former).filter((mark) => readable.includes(mark))).toEqual([]);
  const dump = Object.entries(await dumpDatabases(page)).filter(([, tables]) =>
    marksOf(former).some((mark) => JSON.stringify(tables).includes(mark)),
  );
  expect(dump).toHaveLength(1);
  const filled = Object.entries(dump[0]?.[1] ?? {}).filter(([, rows]) => rows.length > 0);
  expect(filled.map(([table]) => table).sort()).toEqual(['meta', 'outbox']);
}

/** From the list of favorites, where the page stands. */
async function changeOffline(page: Page, site: Site): Promise<void> {
  await site.network.disconnect();
  await page
    .getByTestId('favorite-item')
    .getByRole('button', { name: /お気に入りから外す/ })
    .click();
  await expect(page.getByTestId('status-strip')).toContainText('未送信 1件');
  await follow(page, '/mypage');
}

test('a logout leaves nothing of the learner on the device', async ({ site, learner, page }) => {
  await site.settle(page, learner);
  await follow(page, '/mypage');
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect
    .poll(async () => (await stored(page)).databases.filter((name) => name.startsWith('u_')))
    .toEqual([]);
  const marks = [
    learner.email,
    learner.notice,
    ...learner.courses.map(({ name }) => name),
    '/media/',
    'Bearer',
  ];
  // The caches go beside the database.
  const left = async () => {
    const all = JSON.stringify([await stored(page), await cachedAddresses(page)]);
    return marks.filter((mark) => all.includes(mark));
  };
  await expect.poll(left).toEqual([]);
  expect(
    Object.keys((await stored(page)).local).filter((key) => /^(auth\.|query\.|storage\.canary)/.test(key)),
  ).toEqual([]);
});

test('a logout forgets the learner also when the part of the app that does it is gone', async ({
  site,
  learner,
  page,
}) => {
  // As after a deployment that took it away before it was ever fetched.
  expect(site.deployment.remove(/assets\/memberEnd-/).length).toBeGreaterThan(0);
  await site.logIn(page, learner, '/mypage/course');
  await expect(page.locator('main').getByText(learner.courses[0]?.name ?? '')).toBeVisible();
  await follow(page, '/mypage');
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect
    .poll(async () => (await stored(page)).databases.filter((name) => name.startsWith('u_')))
    .toEqual([]);
  expect(JSON.stringify(await cachedAddresses(page))).not.toContain('/media/');
});

test('a logout with unsent changes asks, and sends them first when the learner wants', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['favorite']);
  await changeOffline(page, site);
  await logOut(page);
  await expect(page.getByTestId('logout-dialog')).toContainText('未送信の変更が1件あります');
  await page.getByRole('button', { name: 'キャンセル' }).click();
  await expect(page.getByTestId('logout-dialog')).toBeHidden();
  await logOut(page);
  await page.getByRole('button', { name: '送信してログアウト' }).click();
  await expect(page.getByRole('alert')).toContainText('1件を送信できませんでした');
  await site.network.connect();
  await page.getByRole('button', { name: '送信してログアウト' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const rows = await site.rows<{ is_on: boolean }>(
    `select is_on from favorites where user_id = ${learner.id}`,
  );
  expect(rows).toEqual([{ is_on: false }]);
});

test('a logout without a network ends here, after the learner gave the changes up', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['favorite']);
  await changeOffline(page, site);
  await logOut(page);
  await page.getByRole('button', { name: '送信しないでログアウト' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect
    .poll(async () => (await stored(page)).databases.filter((name) => name.startsWith('u_')))
    .toEqual([]);
});

test('a session that ends by force keeps unsent work sealed for the same learner', async ({
  site,
  learner,
  page,
}) => {
  // All lists have been seen: all of them could show something.
  await site.settle(page, learner, ['course', 'bookmark', 'notice', 'favorite']);
  await changeOffline(page, site);
  site.network.when('POST', '/api/lms/favorite/', { kind: 'drop-request' });
  await site.rows(`update sessions set revoked = now() where user_id = ${learner.id}`);
  await site.network.connect();
  await expect(page).toHaveURL(/\/login$/, onReturn);
  const other = await site.learner();
  site.network.behave();
  site.network.forget();
  await site.logInOnScreen(page, other);
  await follow(page, '/mypage/favorite');
  await expect(page.getByTestId('favorite-item')).toContainText(other.courses[0]?.name ?? '');
  expect(site.network.seen('POST', '/api/lms/favorite/')).toHaveLength(0);
  await expectNothingOf(page, site, learner, other);
  await follow(page, '/mypage');
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await site.logInOnScreen(page, learner);
  await site.network.arrival('POST', '/api/lms/favorite/');
  await expect
    .poll(() => site.rows<{ is_on: boolean }>(`select is_on from favorites where user_id = ${learner.id}`))
    .toEqual([{ is_on: false }]);
});

/** Keeps the end of a session waiting, as a phone does that is busy: what it still has to do, it has not done. */
async function holdEnd(page: Page, site: Site): Promise<() => Promise<void>> {
  const held = await page.context().newPage();
  await held.goto(`${site.network.origin}/robots.txt`);
  await held.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('u_')) continue;
      await new Promise((got) => {
        void navigator.locks.request(`end-of:${name}`, () => {
          got(undefined);
          return new Promise(() => undefined);
        });
      });
    }
  });
  return () => held.close();
}

test('a tab killed while it forgets a learner: the next start makes up for it', async ({
  site,
  learner,
  page,
}) => {
  await site.settle(page, learner, ['favorite']);
  const letGo = await holdEnd(page, site);
  await page.bringToFront();
  await changeOffline(page, site);
  site.network.when('POST', '/api/lms/favorite/', { kind: 'drop-request' });
  await site.rows(`update sessions set revoked = now() where user_id = ${learner.id}`);
  await site.network.connect();
  await expect(page).toHaveURL(/\/login$/, onReturn);
  await page.goto(`${site.network.origin}/robots.txt`);
  await letGo();
  site.network.behave();
  const other = await site.learner();
  await site.logInOnScreen(page, other);
  await expectNothingOf(page, site, learner, other);
  expect(Object.keys((await stored(page)).local).filter((key) => key.startsWith('forget:'))).toEqual([]);
});

test('a tab killed while it logs a learner out leaves nothing after the next start', {
  tag: '@long',
}, async ({ site, learner, page }) => {
  await site.settle(page, learner, ['course']);
  await follow(page, '/mypage');
  const letGo = await holdEnd(page, site);
  await page.bringToFront();
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${site.network.origin}/robots.txt`);
  await letGo();
  await site.open(page, '/login');
  await expect
    .poll(async () => (await stored(page)).databases.filter((name) => name.startsWith('u_')))
    .toEqual([]);
  await expect
    .poll(async () => Object.keys((await stored(page)).local).filter((key) => key.startsWith('forget:')))
    .toEqual([]);
});

// offline.md 3.46
test('a logout in one tab ends the work of the other: its unsent changes are never sent', async ({
  site,
  learner,
  page,
  context,
}) => {
  await site.logIn(page, learner);
  const other = await context.newPage();
  await site.open(other, '/mypage/favorite');
  site.network.when('POST', '/api/lms/favorite/', { kind: 'drop-request' });
  await other
    .getByTestId('favorite-item')
    .getByRole('button', { name: /お気に入りから外す/ })
    .click();
  await site.network.arrival('POST', '/api/lms/favorite/');
  await site.open(page, '/mypage');
  await logOut(page);
  await page.getByRole('button', { name: '送信しないでログアウト' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  site.network.behave();
  site.network.forget();
  await other.evaluate(() => {
    for (const type of ['online', 'focus', 'pageshow']) dispatchEvent(new Event(type));
  });
  await expect
    .poll(async () => (await stored(other)).databases.filter((name) => name.startsWith('u_')))
    .toEqual([]);
  expect(site.network.seen('POST', '/api/lms/favorite/')).toHaveLength(0);
  expect(await site.rows(`select is_on from favorites where user_id = ${learner.id}`)).toEqual([
    { is_on: true },
  ]);
});
