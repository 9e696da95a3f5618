import type { Page } from '@playwright/test';
import { dumpDatabases } from '../../offline-kit/databases.ts';
import { goWithin } from '../goWithin.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import { type Ids, idsOf, memberScreens, type Screen } from './screens.ts';
import { part, showsShape, tellsFailure } from './stateChecks.ts';

/** The call that brings the content of a screen. */
const calls: Record<string, RegExp> = {
  '/mypage': /^\/api\/lms\/dashboard\/$/,
  '/mypage/course': /^\/api\/lms\/inventory\/$/,
  '/mypage/bookmark': /^\/api\/lms\/bookmark\/$/,
  '/mypage/favorite': /^\/api\/lms\/favorite\/$/,
  '/mypage/recent': /^\/api\/lms\/watchhistory\/$/,
  '/mypage/notice': /^\/api\/cms\/notice\/$/,
  '/mypage/notice/{id}': /^\/api\/cms\/notice\/\d+\/$/,
  '/mypage/mockexam/{id}/result': /^\/api\/exam\/mockexam\/\d+\/result\/$/,
  '/mypage/mockexam/{id}/result/{id}': /^\/api\/exam\/mockexam\/\d+\/result\/[0-9a-f-]{36}\/$/,
  '/mypage/english/history': /^\/api\/english\/test\/history\/$/,
  '/mypage/english/{id}/answer': /^\/api\/english\/test\/\d+\/answer\/$/,
  '/mypage/result': /^\/api\/exam\/result\/$/,
};
type Watched = { screen: Screen; call: RegExp };
const all: Watched[] = memberScreens.flatMap((screen) => {
  const call = calls[screen.name];
  return call ? [{ screen, call }] : [];
});
const isOfExams = ({ call }: Watched) => /exam|english/.test(call.source);

/** Results have the demo's own student alone: nothing of it is changed here. */
const demoStudent = { ask: 'session', email: 'student@example.com', password: 'manabi-2026' } as const;
const groups = [
  { name: 'screen', screens: all.filter((one) => !isOfExams(one)), who: { ask: 'student' } as const },
  { name: 'screen of exams', screens: all.filter(isOfExams), who: demoStudent },
];

/** Without a server the page looks for it again after pauses of up to a minute. */
const whenNoticed = { timeout: 90_000 };

/** Opens a screen with a load of its own, whose content does not come. */
async function watchWait(page: Page, site: DemoSite, screen: Screen, ids: Ids): Promise<void> {
  await openFresh(page, site, screen, ids);
  await showsShape(page);
}

/** A failure is the screen's own: the rest of the page leads on. */
async function tellsOwnFailure(page: Page): Promise<void> {
  await tellsFailure(page);
  await expect(page.locator('nav a[href="/mypage/course"]').first()).toBeVisible();
}

async function tellsNeverKept(page: Page): Promise<void> {
  const card = part(page, 'list-error');
  await expect(card).toContainText('この画面はまだ保存されていません');
  await expect(card.getByRole('link', { name: '保存済みの講座を見る' })).toBeVisible();
  await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
  await expect(part(page, 'list-retry')).toBeVisible();
}

async function isCopy(page: Page, screen: Screen): Promise<void> {
  await expect(screen.ready(page)).toBeVisible();
  const line = page.getByRole('main').getByText(/^(昨日 )?\d{1,2}:\d{2}時点の内容$/);
  await expect(line).toBeVisible();
  await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
}

/** A first list of courses is shown before it is stored (performance.md 4.7); all else that shows is stored. */
async function isStored(page: Page, { name }: Screen): Promise<void> {
  if (name !== '/mypage' && name !== '/mypage/course') return;
  const stored = async () =>
    Object.values(await dumpDatabases(page)).flatMap(({ inventories = [] }) => inventories);
  await expect.poll(stored).not.toEqual([]);
}

async function openFresh(page: Page, site: DemoSite, screen: Screen, ids: Ids): Promise<void> {
  await page.goto(site.network.origin + screen.path(ids));
}

/** The first page of the learner has parts of all the others: it comes when those are there. */
const firstPageLast = (screens: Watched[]) =>
  screens.toSorted((a, b) => Number(a.screen.name === '/mypage') - Number(b.screen.name === '/mypage'));

for (const { name, screens, who } of groups) {
  test(`every ${name} shows the shape of what is on its way, then says that it takes long`, async ({
    site,
    visit,
  }) => {
    const student = await site.learner(who);
    const ids = await idsOf(site, student);
    for (const { call } of screens) site.network.when('GET', call, { kind: 'stall' });
    const page = await visit({ as: student, at: '/maintenance' });
    // Time passes only where the test says so: its seconds are not those of a busy machine.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const { screen } of screens) await test.step(screen.name, () => watchWait(page, site, screen, ids));
    await page.clock.resume();
    site.network.behave();
    await page.getByRole('button', { name: '再読み込み' }).click();
    await expect(screens.at(-1)?.screen.ready(page) ?? page.getByText('no screen')).toBeVisible();
  });

  test(`every ${name} tells a failure of the server with its number, and tries again`, async ({
    site,
    visit,
  }) => {
    const student = await site.learner(who);
    const ids = await idsOf(site, student);
    for (const { call } of screens) site.failAt(call);
    const page = await visit({ as: student, at: '/mypage/settings' });
    await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
    // The first load of the lists is under way: from here on nobody asks again but who taps.
    await site.network.arrival('GET', '/api/lms/check/');
    const ordered = firstPageLast(screens);
    for (const [at, { screen }] of ordered.entries()) {
      await test.step(screen.name, async () => {
        await goWithin(page, screen.path(ids));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
        await tellsOwnFailure(page);
        site.network.behave();
        for (const { call } of ordered.slice(at + 1)) site.failAt(call);
        await part(page, 'list-retry').click();
        await expect(screen.ready(page)).toBeVisible();
        await expect(part(page, 'list-error')).toBeHidden();
      });
    }
  });

  test(`every ${name} that was never opened says so without a connection`, async ({ site, visit }) => {
    const student = await site.learner(who);
    const ids = await idsOf(site, student);
    for (const { call } of screens) site.failAt(call);
    const page = await visit({ as: student, at: '/mypage/settings' });
    await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
    site.network.behave();
    site.loseApi();
    const [first, ...others] = screens;
    if (!first) throw new Error('no screens');
    await openFresh(page, site, first.screen, ids);
    await tellsNeverKept(page);
    for (const { screen } of others) {
      await test.step(screen.name, async () => {
        await goWithin(page, screen.path(ids));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          screen.name.includes('{id}') ? /./ : screen.heading,
        );
        await tellsNeverKept(page);
      });
    }
    // The page notices the return by itself; trying again by hand is in the test of a failing server.
    site.network.behave();
    await expect(others.at(-1)?.screen.ready(page) ?? page.getByText('no screen')).toBeVisible(whenNoticed);
    await expect(page.getByTestId('status-strip')).toBeHidden(whenNoticed);
  });

  test(`every ${name} shows the stored copy with its time without a connection`, async ({ site, visit }) => {
    const student = await site.learner(who);
    const ids = await idsOf(site, student);
    const [first, ...others] = screens;
    if (!first) throw new Error('no screens');
    const page = await visit({ as: student, at: first.screen.path(ids) });
    for (const { screen } of [first, ...others]) {
      if (screen !== first.screen) await goWithin(page, screen.path(ids));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
      await expect(screen.ready(page)).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    }
    site.loseApi();
    await openFresh(page, site, first.screen, ids);
    await isCopy(page, first.screen);
    for (const { screen } of others) {
      await test.step(screen.name, async () => {
        await goWithin(page, screen.path(ids));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
        await isCopy(page, screen);
      });
    }
    site.network.behave();
    await goWithin(page, '/mypage/settings');
    await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
    await expect(page.getByTestId('status-strip')).toBeHidden(whenNoticed);
  });
}

// The same once more, each on a page and with a learner of its own: one call fails while the others do not.
for (const { screen, call } of all.filter((one) => !isOfExams(one))) {
  test.describe(`${screen.name} alone`, { tag: '@long' }, () => {
    test('shows the shape of what is on its way, then says that it takes long', async ({
      site,
      visit,
      student,
    }) => {
      const ids = await idsOf(site, student);
      site.network.when('GET', call, { kind: 'stall' });
      const page = await visit({ as: student, at: '/maintenance' });
      // Time passes only where the test says so: its seconds are not those of a busy machine.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await watchWait(page, site, screen, ids);
      await page.clock.resume();
      site.network.behave();
      await page.getByRole('button', { name: '再読み込み' }).click();
      await expect(screen.ready(page)).toBeVisible();
    });

    test('tells a failure of the server with its number, and tries again', async ({
      site,
      visit,
      student,
    }) => {
      const ids = await idsOf(site, student);
      site.failAt(call);
      const page = await visit({ as: student, at: '/mypage/settings' });
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      // The first load of the lists is under way: from here on nobody asks again but who taps.
      await site.network.arrival('GET', '/api/lms/check/');
      await goWithin(page, screen.path(ids));
      await tellsOwnFailure(page);
      site.network.behave();
      await part(page, 'list-retry').click();
      await expect(screen.ready(page)).toBeVisible();
      await expect(part(page, 'list-error')).toBeHidden();
    });

    test('that was never opened says so without a connection', async ({ site, visit, student }) => {
      const ids = await idsOf(site, student);
      site.failAt(call);
      const page = await visit({ as: student, at: '/mypage/settings' });
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      site.network.behave();
      site.loseApi();
      await openFresh(page, site, screen, ids);
      await tellsNeverKept(page);
      // The page notices the return by itself; trying again by hand is in the test of a failing server.
      site.network.behave();
      await expect(screen.ready(page)).toBeVisible(whenNoticed);
      await expect(page.getByTestId('status-strip')).toBeHidden(whenNoticed);
    });

    test('shows the stored copy with its time without a connection', async ({ site, visit, student }) => {
      const ids = await idsOf(site, student);
      const page = await visit({ as: student, at: screen.path(ids) });
      await expect(screen.ready(page)).toBeVisible();
      // The first page of the learner has parts that come later.
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      await isStored(page, screen);
      site.loseApi();
      await page.reload();
      await isCopy(page, screen);
      site.network.behave();
      await goWithin(page, '/mypage/settings');
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      await expect(page.getByTestId('status-strip')).toBeHidden(whenNoticed);
    });
  });
}
