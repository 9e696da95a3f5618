import type { Page } from '@playwright/test';
import { removeTokens } from '../../scripted-server/stored.ts';
import { goWithin } from '../goWithin.ts';
import { test as base, expect } from './fixtures.ts';
import type { Learner } from './questions.ts';
import { demo } from './screens.ts';

/**
 * Whose the catalogue is when the session changes and no page is loaded: what the app holds in memory is still there,
 * and the server's answer may be long on its way.
 */

const cards = (page: Page) => page.getByTestId('course-card');
const main = (page: Page) => page.getByRole('main');
const offer = (page: Page) => page.getByTestId('course-offer');
const isCatalogue = /^\/api\/lms\/course\//;
const ofMember = /購入済み|視聴期限切れ|学習を始める/;

type Fixtures = {
  /**
   * A member's tab. It opens on a page that brings no answer: one that came with the page, as `/course` does, is a
   * guest's, stands there first, and would hide what memory still holds.
   */
  tab: Page;
  course: { api: string; path: string };
  /** Nothing of the catalogue is answered from now on; waits until `path` has been opened and asked for. */
  openHeld: (path: string, api: string) => Promise<void>;
};

const test = base.extend<Fixtures>({
  tab: async ({ visit, student }, use) => {
    const page = await visit({ as: student, at: '/mypage/settings' });
    await expect(page.getByTestId('logout')).toBeVisible();
    await use(page);
  },
  course: async ({ site }, use) => {
    const [row] = await site.rows<{ id: number }>(`select id from courses where name = '${demo.course}'`);
    await use({ api: `/api/lms/course/${row?.id}/`, path: `/course/${row?.id}` });
  },
  openHeld: async ({ site: { network }, tab }, use) => {
    await use(async (path, api) => {
      const before = network.seen('GET', api).length;
      network.when('GET', isCatalogue, { kind: 'stall' });
      await goWithin(tab, path);
      await expect.poll(() => network.seen('GET', api).length).toBeGreaterThan(before);
    });
  },
});

const listApi = '/api/lms/course/';

async function expectOwnList(page: Page): Promise<void> {
  await expect(cards(page)).toHaveCount(8);
  await expect(cards(page).filter({ hasText: demo.course })).toContainText('購入済み');
}

async function expectOnlyLoading(page: Page): Promise<void> {
  await expect(main(page)).toContainText('読み込んでいます');
  await expect(cards(page).or(offer(page))).toHaveCount(0);
}

async function logOut(page: Page): Promise<void> {
  await goWithin(page, '/mypage/settings');
  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login$/);
}

async function logIn(page: Page, { email, password }: Learner): Promise<void> {
  await page.getByTestId('login-id').fill(email);
  await page.getByTestId('login-password').fill(password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  await expect(page).not.toHaveURL(/\/login$/);
}

test('who comes after a logout sees nothing of the member, neither at once nor offline', async ({
  site,
  tab,
  course,
  openHeld,
}) => {
  await goWithin(tab, '/course');
  await expectOwnList(tab);
  await goWithin(tab, course.path);
  await expect(offer(tab)).toContainText('学習を始める');
  await logOut(tab);

  await openHeld('/course', listApi);
  await expectOnlyLoading(tab);
  await openHeld(course.path, course.api);
  await expectOnlyLoading(tab);

  site.loseApi();
  for (const path of ['/course', course.path]) {
    await goWithin(tab, path);
    await expect(main(tab).getByTestId('list-error')).toContainText('この画面はまだ保存されていません');
    await expect(main(tab)).not.toContainText(ofMember);
  }

  site.network.behave();
  await goWithin(tab, '/course');
  await expect(cards(tab)).toHaveCount(8);
  await expect(main(tab)).not.toContainText(ofMember);
});

test('who logs in sees what is theirs, not what a guest was told before', { tag: '@long' }, async ({
  tab,
  student,
}) => {
  await logOut(tab);
  await goWithin(tab, '/course');
  await expect(cards(tab)).toHaveCount(8);
  await expect(main(tab)).not.toContainText(ofMember);
  await goWithin(tab, '/login');
  await logIn(tab, student);
  await goWithin(tab, '/course');
  await expectOwnList(tab);
});

test('a member who is back after a logout is told anew: nothing has waited in memory', {
  tag: '@long',
}, async ({ tab, student, openHeld }) => {
  await goWithin(tab, '/course');
  await expectOwnList(tab);
  await logOut(tab);
  await logIn(tab, student);
  await openHeld('/course', listApi);
  await expectOnlyLoading(tab);
});

// One of the two stands for both in `npm test`, another one each time.
for (const screen of ['list', 'course'] as const) {
  test(`the ${screen} that stands there as another tab logs out shows nothing of the member any more`, {
    tag: screen === 'list' ? [] : '@long',
  }, async ({ site, tab, course }) => {
    const other = await tab.context().newPage();
    await other.goto(`${site.network.origin}/version.json`);
    const path = screen === 'list' ? '/course' : course.path;
    await goWithin(tab, path);
    await expect(main(tab)).toContainText(ofMember);
    site.network.when('GET', isCatalogue, { kind: 'stall' });
    await removeTokens(other);
    await expect(tab.getByTestId('shell')).toHaveAttribute('data-session', 'out');
    await expectOnlyLoading(tab);
    // Everybody may read it: nobody is led away.
    expect(new URL(tab.url()).pathname).toBe(path);
  });
}

for (const screen of ['list', 'course'] as const) {
  test(`the ${screen} that stands there as the server ends the session shows nothing of the member any more`, {
    tag: screen === 'course' ? [] : '@long',
  }, async ({ site, tab, student, course, openHeld }) => {
    const [path, api] = screen === 'list' ? ['/course', listApi] : [course.path, course.api];
    await goWithin(tab, path);
    await expect(main(tab)).toContainText(ofMember);
    await site.rows(`update sessions set revoked = now() where user_id = ${student.id}`);
    // A call of the app itself, which is refused, as is the refresh after it.
    site.network.when('GET', isCatalogue, { kind: 'stall' });
    await goWithin(tab, '/mypage/bookmark');
    await expect(tab.getByTestId('shell')).toHaveAttribute('data-session', 'out');
    await openHeld(path, api);
    await expectOnlyLoading(tab);
    await expect(main(tab)).not.toContainText(ofMember);
  });
}
