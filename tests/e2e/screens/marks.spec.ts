import type { Page } from '@playwright/test';
import { heardFromBar, holdUndo } from '../shortLived.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import type { Learner } from './questions.ts';
import { demo } from './screens.ts';

const bookmarks = (page: Page) => page.getByTestId('bookmark-item');
const favorites = (page: Page) => page.getByTestId('favorite-item');
const ribbon = (page: Page, name: string) =>
  page.getByRole('button', { name: `「${name}」にしおりを付ける` });
const undo = (page: Page) => page.getByRole('button', { name: '元に戻す' });

/** The next way back stays until it is used: its five seconds may pass between two steps of a test. */
async function undoWillStay(page: Page): Promise<void> {
  // The bar comes when the page is idle.
  await expect(page.locator('section[aria-label="元に戻す"]')).toBeAttached();
  await holdUndo(page);
}

/** Names of the courses the server holds a bookmark for. */
async function bookmarkedAt(site: DemoSite, { id }: Learner): Promise<string[]> {
  const rows = await site.rows<{ name: string }>(
    `select c.name from bookmarks b join courses c on c.id = b.course_id where b.user_id = ${id} and is_check`,
  );
  return rows.map(({ name }) => name).sort();
}

async function favoritesAt(site: DemoSite, { id }: Learner): Promise<string[]> {
  const rows = await site.rows<{ name: string }>(
    `select l.name from favorites f join lessons l on l.id = f.lesson_id where f.user_id = ${id} and is_on`,
  );
  return rows.map(({ name }) => name).sort();
}

test.describe('bookmarks', () => {
  test('stand in their list with what belongs to the course, go off at a tap and come back with undo', async ({
    site,
    visit,
    student,
  }) => {
    const page = await visit({ as: student, at: '/mypage/bookmark' });
    await expect(bookmarks(page)).toHaveCount(3);
    const own = bookmarks(page).filter({ hasText: demo.course });
    await expect(own).toContainText('16レッスン');
    await expect(own.getByRole('link', { name: demo.course })).toHaveAttribute(
      'href',
      /^\/mypage\/lecture\//,
    );
    const other = bookmarks(page).filter({ hasText: '情報I' });
    await expect(other).toContainText('未購入の講座');
    await expect(other.getByRole('link', { name: '情報I' })).toHaveAttribute('href', /^\/course\/\d+$/);

    await undoWillStay(page);
    await ribbon(page, demo.course).click();
    await expect(ribbon(page, demo.course)).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByText(`「${demo.course}」のしおりを外しました`)).toBeVisible();
    await expect.poll(() => bookmarkedAt(site, student)).not.toContain(demo.course);
    await undo(page).click();
    await expect(ribbon(page, demo.course)).toHaveAttribute('aria-pressed', 'true');
    await expect(undo(page)).toBeHidden();
    await expect.poll(() => bookmarkedAt(site, student)).toContain(demo.course);
  });

  test('the way back stands for five seconds, and as long as somebody is at it', { tag: '@long' }, async ({
    visit,
    student,
  }) => {
    const page = await visit({ as: student, at: '/mypage/bookmark' });
    await expect(bookmarks(page)).toHaveCount(3);
    await page.clock.install();
    await undoWillStay(page);
    await ribbon(page, demo.course).click();
    await expect(undo(page)).toBeFocused();
    // Ten minutes are far enough: the clock runs until then, and cannot be set back.
    await page.clock.pauseAt(Date.now() + 600_000);
    await expect(undo(page)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.clock.fastForward(4900);
    await expect(undo(page)).toBeVisible();
    await page.clock.fastForward(200);
    await expect(undo(page)).toBeHidden();
  });

  test('go on from the library and say so', async ({ site, visit, student }) => {
    const page = await visit({ as: student, at: '/mypage/course' });
    await expect(ribbon(page, demo.expiredCourse)).toBeVisible();
    const heard = await heardFromBar(page);
    await ribbon(page, demo.expiredCourse).click();
    await expect.poll(heard).toContain('しおりを付けました。');
    await expect.poll(() => bookmarkedAt(site, student)).toContain(demo.expiredCourse);
    await page.getByRole('link', { name: 'しおり', exact: true }).click();
    await expect(bookmarks(page).filter({ hasText: demo.expiredCourse })).toBeVisible();
  });

  test('lead from an empty list to the courses', { tag: '@long' }, async ({ site, visit }) => {
    const page = await visit({ as: await site.learner({ ask: 'newcomer' }), at: '/mypage/bookmark' });
    const card = page.getByTestId('list-empty');
    await expect(card).toContainText('気になる講座にしおりを付けると、ここに並びます。');
    await card.getByRole('link', { name: '講座を見る' }).click();
    await expect(page).toHaveURL(/\/mypage\/course$/);
  });
});

test.describe('favorites', () => {
  test('stand below their course and open at their lesson, and filter by course', async ({
    site,
    visit,
    student,
  }) => {
    const page = await visit({ as: student, at: '/mypage/favorite' });
    await expect(favorites(page)).toHaveCount(6);
    await test.step('stand below their course and open at their lesson', async () => {
      const course = page.getByRole('region', { name: demo.course });
      await expect(course.getByTestId('favorite-item')).toHaveCount(2);
      await expect(course.getByRole('link', { name: demo.resumed })).toHaveAttribute(
        'href',
        /^\/mypage\/lecture\/\d+\?lesson=\d+$/,
      );
    });
    const filter = page.getByRole('combobox', { name: '講座で絞り込む' });
    site.network.forget();
    await filter.selectOption(demo.otherCourse);
    await test.step('the filter is the server question of the specification', async () => {
      // The whole list may be asked for once more behind the screen.
      const asked = await site.network.arrival(
        'GET',
        ({ path, search }) => path === '/api/lms/favorite/' && search !== '',
      );
      expect(asked.search).toMatch(/^\?lesson__unit__chapter__course=\d+$/);
    });
    await test.step('filter by course, in the address, and back', async () => {
      await expect(favorites(page)).toHaveCount(2);
      await expect(favorites(page).first()).toContainText(demo.otherCourse);
      await expect(page).toHaveURL(/\?course=\d+$/);
      await page.reload();
      await expect(favorites(page)).toHaveCount(2);
      await expect(filter.locator('option:checked')).toHaveText(demo.otherCourse);
      await page.goBack();
      await expect(favorites(page)).toHaveCount(6);
    });
  });

  test('go off at a tap and keep the keyboard on the page', { tag: '@long' }, async ({
    site,
    visit,
    student,
  }) => {
    const page = await visit({ as: student, at: '/mypage/favorite' });
    await page.getByRole('button', { name: `「${demo.resumed}」をお気に入りから外す` }).click();
    await expect(favorites(page)).toHaveCount(5);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(() => favoritesAt(site, student)).not.toContain(demo.resumed);
  });

  test('come back with undo', async ({ site, visit, student }) => {
    const page = await visit({ as: student, at: '/mypage/favorite' });
    await undoWillStay(page);
    await page.getByRole('button', { name: `「${demo.resumed}」をお気に入りから外す` }).click();
    await expect(favorites(page)).toHaveCount(5);
    await expect.poll(() => favoritesAt(site, student)).not.toContain(demo.resumed);
    await undo(page).click();
    await expect(favorites(page)).toHaveCount(6);
    await expect.poll(() => favoritesAt(site, student)).toContain(demo.resumed);
  });
});
