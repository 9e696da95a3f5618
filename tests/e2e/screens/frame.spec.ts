import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { memberScreens } from './screens.ts';

const desktop = { width: 1280, height: 800, theme: 'light' } as const;
const phone = { width: 390, height: 844, theme: 'light' } as const;

/** What has the keyboard. */
function focused(page: Page) {
  return page.locator(':focus');
}

test('the bar stands at the bottom of a phone and in the header of a wide screen', async ({
  gallery,
  site: _,
}) => {
  const [screen] = memberScreens;
  if (!screen) throw new Error('no screen');
  const page = await gallery.show(screen, phone);
  const bar = page.getByRole('navigation', { name: 'メニュー' });
  const box = async () => (await bar.boundingBox()) ?? { y: Number.NaN, height: 0 };
  const lowerEdge = async () => (await box()).y + (await box()).height;
  await expect.poll(lowerEdge).toBe(phone.height);
  await page.setViewportSize(desktop);
  await expect.poll(async () => (await box()).y).toBeLessThan(64);
});

test('the bar shows where the learner is', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage' });
  const bar = page.getByRole('navigation', { name: 'メニュー' });
  const here = bar.locator('[aria-current="page"]');
  await expect(here).toHaveText('ホーム');
  // Notices further down speak of 学ぶ, too.
  await bar.getByRole('link', { name: '学ぶ' }).click();
  await expect(here).toHaveText('学ぶ');
});

test('the first stop of the keyboard leads past the menu', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/course' });
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('本文へ移動');
  await expect(focused(page)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('after a navigation the heading has the focus, and the page is announced', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage' });
  for (const [link, name] of [
    ['学ぶ', '学ぶ'],
    ['しおり', 'しおり'],
    ['お気に入り', 'お気に入り'],
    ['設定', '設定'],
  ] as const) {
    await page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page.getByText(`${name}を開きました`)).toBeAttached();
  }
});

test('the bell counts unread notices and leads to them', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/course' });
  await page.getByRole('link', { name: 'お知らせ(未読8件)' }).click();
  await expect(page).toHaveURL(/\/mypage\/notice$/);
});

test('a page below another one leads back on a phone', async ({ gallery, site: _ }) => {
  const screen = memberScreens.find(({ name }) => name === '/mypage/notice/{id}');
  if (!screen) throw new Error('no screen');
  const page = await gallery.show(screen, phone);
  await page.getByRole('link', { name: 'お知らせへ戻る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeFocused();
});

test('motion is left out for who does not want it', async ({ visit, student }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await visit({ as: student, at: '/mypage/course', reducedMotion });
    await expect(page.getByTestId('inventory-item').first()).toBeVisible();
    const longest = await page.evaluate(() => {
      const seconds = (list: string) => list.split(',').map((part) => Number.parseFloat(part));
      const times = [...document.querySelectorAll('*')].flatMap((element) => {
        const style = getComputedStyle(element);
        return [...seconds(style.transitionDuration), ...seconds(style.animationDuration)];
      });
      return Math.max(...times);
    });
    if (reducedMotion === 'reduce') expect(longest).toBeLessThanOrEqual(0.01);
    else expect(longest).toBeGreaterThan(0.1);
  }
});
