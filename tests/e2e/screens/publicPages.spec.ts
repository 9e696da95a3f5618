import type { Page } from '@playwright/test';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { isKept } from '../../scripted-server/stored.ts';
import { goWithin } from '../goWithin.ts';
import { expect, test } from './fixtures.ts';
import { demo, guestScreens } from './screens.ts';

const main = (page: Page) => page.getByRole('main');
const teachers = (page: Page) => page.getByTestId('teacher-card');
const notices = (page: Page) => page.getByRole('list', { name: 'お知らせの一覧' }).getByRole('listitem');
const copy = (page: Page) => main(page).getByText(/^(昨日 )?\d{1,2}:\d{2}時点の内容$/);

const lastPart = (address: string) => address.split('/').at(-1) ?? '';

/** Waits until the answer to a question is on the device: that is a moment after it is on screen. */
async function isStored(page: Page, ...key: string[]): Promise<void> {
  await expect.poll(() => isKept(page, JSON.stringify(key))).toBe(true);
}

test('teachers and courses lead to each other', async ({ visit }) => {
  const page = await visit({ as: null, at: '/teacher' });
  await expect(teachers(page)).toHaveCount(8);
  const subjects = page.getByRole('navigation', { name: '教科で絞り込む' });
  await subjects.getByRole('link', { name: '数学' }).click();
  await expect(teachers(page)).toHaveCount(2);
  await page.reload();
  await expect(teachers(page)).toHaveCount(2);
  await teachers(page).getByRole('link', { name: '森田 彩' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '森田 彩' })).toBeFocused();
  await expect(page).toHaveTitle('森田 彩|コノマナビ');
  await page.getByRole('button', { name: /^サンプル授業「.+」を再生する$/ }).click();
  const seconds = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(seconds).toBeGreaterThan(0.5);
  await page.getByRole('link', { name: 'この講師の講座を見る' }).click();
  await expect(page.getByRole('combobox', { name: '講師' })).toHaveValue(/^\d+$/);
  await expect(page.getByTestId('course-card')).toHaveCount(1);
  await page.getByTestId('course-card').getByRole('link', { name: demo.course }).click();
  await teachers(page).getByRole('link', { name: '森田 彩' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '森田 彩' })).toBeVisible();
});

test('teachers: nothing found, failed, not there, and the last copy', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  const page = await visit({ as: null, at: '/teacher?subject=nothing' });
  await expect(page.getByTestId('list-empty')).toContainText('条件に合う講師が見つかりません');
  await page.getByRole('link', { name: '条件をリセット' }).click();
  await teachers(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: '経歴' })).toBeVisible();
  const address = page.url();
  await isStored(page, 'catalogue', 'teachers', '');
  await isStored(page, 'catalogue', 'teacher', lastPart(address));
  site.loseApi();
  for (const at of [address, `${site.network.origin}/teacher`]) {
    await page.goto(at);
    await expect(copy(page)).toBeVisible();
  }
  site.network.behave();
  site.failAt(/^\/api\/lms\/teacher\/$/);
  await page.goto(`${site.network.origin}/teacher?subject=math`);
  await expect(main(page).getByTestId('list-error')).toContainText('受付番号 scripted-500');
  site.network.behave();
  await main(page).getByTestId('list-retry').click();
  await expect(teachers(page)).toHaveCount(2);
  await page.goto(`${site.network.origin}/teacher/999999`);
  await expect(page.getByTestId('not-found')).toBeVisible();
});

test('a guest reads the notices for everybody, one after the other', async ({ site, visit }) => {
  const page = await visit({ as: null, at: '/notice' });
  const [row] = await site.rows<{ count: number }>(
    `select count(*)::int as count from notices where audience = 'public'`,
  );
  await expect(notices(page)).toHaveCount(row?.count ?? 0);
  await expect(notices(page).filter({ hasText: '未読' })).toHaveCount(0);
  await page.getByRole('navigation', { name: '種類で絞り込む' }).getByRole('link', { name: '模試' }).click();
  await expect(page.getByTestId('list-empty')).toBeVisible();
  await page.getByRole('link', { name: 'すべてのお知らせを見る' }).click();
  await notices(page).first().getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(main(page).getByRole('article')).toContainText('。');
  const first = await heading.textContent();
  await page.getByRole('link', { name: '次のお知らせ' }).click();
  await expect(heading).not.toHaveText(first ?? '');
  const address = page.url();
  await isStored(page, 'notice', 'page', '');
  await isStored(page, 'notice', 'one', lastPart(address));
  site.loseApi();
  for (const at of [address, `${site.network.origin}/notice`]) {
    await page.goto(at);
    await expect(copy(page)).toBeVisible();
  }
  site.network.behave();
  await page.goto(`${site.network.origin}/notice/999999`);
  await expect(page.getByTestId('not-found')).toBeVisible();
});

test('a notice for members asks for the login and is opened after it', async ({ site, visit, student }) => {
  const [row] = await site.rows<{ id: number }>(`select id from notices where title = '${demo.notice}'`);
  const page = await visit({ as: null, at: `/notice/${row?.id}` });
  await expect(page).toHaveURL(/\/login$/);
  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByRole('heading', { level: 1, name: demo.notice })).toBeVisible();
  await page.goto(`${site.network.origin}/notice?category=important`);
  await expect(page).toHaveURL(/\/mypage\/notice\?category=important$/);
});

const kept = guestScreens.filter(({ isAsked }) => !isAsked);
/** Pages of every kind of answer that is kept, and of none; the others are like one of them. */
const unlike = [
  '/',
  '/konomoshi',
  '/success/{year}',
  '/entry-exam',
  '/cart, nothing in it',
  '/login',
  '/eula',
  '/contact',
  '/course',
  '/course/{id}',
  '/teacher/{id}',
  '/notice',
  '/notice/{id}',
  '/test',
];
const others = kept.map(({ name }) => name).filter((name) => !unlike.includes(name));

for (const { which, names, tag } of [
  { which: 'one of each kind', names: unlike, tag: [] },
  { which: 'the others', names: others, tag: ['@long'] },
]) {
  test(`every public page that was read once is read again with the server gone, also after a reload: ${which}`, {
    tag,
  }, async ({ site, rooms, visit }) => {
    expect(kept.length).toBeGreaterThan(30);
    const pages = kept.filter(({ name }) => names.includes(name));
    expect(pages).toHaveLength(names.length);
    const page = await visit({ as: null, at: '/', serviceWorkers: 'allow' });
    await workerIsWarm(page);
    for (const screen of pages) {
      await test.step(`${screen.name} is read`, async () => {
        await goWithin(page, screen.path(rooms.ids));
        // What a page is ready by may stand on the one before, too; its heading does not.
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
        await expect(screen.ready(page)).toBeVisible();
        await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
      });
    }
    if (names.includes('/notice')) await isStored(page, 'notice', 'page', '');
    await site.network.disconnect();
    for (const screen of pages) {
      await test.step(`${screen.name} is there`, async () => {
        await page.goto(site.network.origin + screen.path(rooms.ids));
        await expect.soft((screen.copy ?? screen.ready)(page)).toBeVisible();
        await expect.soft(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
      });
    }
  });
}
