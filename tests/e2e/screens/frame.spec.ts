import type { Page } from '@playwright/test';
import { workerControls } from '../../offline-kit/worker.ts';
import { expect, test, type Visit } from './fixtures.ts';
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

test('on one page: where the learner is, the focus after a navigation, and the bell', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage' });
  await test.step('the bar shows where the learner is', async () => {
    const bar = page.getByRole('navigation', { name: 'メニュー' });
    const here = bar.locator('[aria-current="page"]');
    await expect(here).toHaveText('ホーム');
    // Notices further down speak of 学ぶ, too.
    await bar.getByRole('link', { name: '学ぶ' }).click();
    await expect(here).toHaveText('学ぶ');
  });
  await test.step('after a navigation the heading has the focus, and the page is announced', async () => {
    for (const [link, name] of [
      ['模試', '模試'],
      ['復習', '復習'],
      ['マイページ', '設定'],
      ['学ぶ', '学ぶ'],
    ] as const) {
      await page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
      await expect(page.getByText(`${name}を開きました`)).toBeAttached();
    }
  });
  await test.step('the bell counts unread notices and leads to them', async () => {
    await page.getByRole('link', { name: 'お知らせ(未読8件)' }).click();
    await expect(page).toHaveURL(/\/mypage\/notice$/);
  });
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

test('a page opened by its address begins at its top, one loaded again or gone back to where it was', async ({
  visit,
  site,
}) => {
  const open = (path: string) => page.goto(site.network.origin + path);
  // With a worker the app draws the page, and sees to the place itself; without one the browser does.
  const page = await visit({ as: null, at: '/teacher/1', serviceWorkers: 'allow' });
  await workerControls(page);
  const y = () => page.evaluate(() => Math.round(scrollY));
  const appRuns = async () => {
    await expect(page.locator('html[data-app]')).toBeAttached();
    await expect(page.getByRole('region', { name: 'サンプル授業' })).toBeAttached();
  };
  await appRuns();
  await page.evaluate(() => scrollTo(0, 300));
  await open('/teacher/2');
  await appRuns();
  expect(await y()).toBe(0);
  await page.evaluate(() => scrollTo(0, 200));
  await page.reload();
  await appRuns();
  await expect.poll(y).toBe(200);
  await page.goBack();
  await appRuns();
  await expect.poll(y).toBe(300);
});

test('a page below another one leads back on a phone', async ({ gallery, site: _ }) => {
  const screen = memberScreens.find(({ name }) => name === '/mypage/notice/{id}');
  if (!screen) throw new Error('no screen');
  const page = await gallery.show(screen, phone);
  await page.getByRole('link', { name: 'お知らせへ戻る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeFocused();
});

test('motion is left out for who does not want it', { tag: '@long' }, async ({ visit, student }) => {
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

/** What is noted of the fades between pages; `rate`: how fast they play from now on. */
type Fades = { seen: number; rate: number };

/** A list of links in a browser that allows motion, once the app fades from page to page: that comes after the start. */
async function fadingPage(visit: (visit: Visit) => Promise<Page>): Promise<Page> {
  const page = await visit({ as: null, at: '/teacher', reducedMotion: 'no-preference' });
  const card = page.getByRole('link', { name: '森田 彩' });
  await expect(card).toBeVisible();
  await page.evaluate(() => {
    const fades: Fades = { seen: 0, rate: 1 };
    Object.assign(window, { fades });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      fades.seen += 1;
      const fade = start(update);
      const pace = () => {
        for (const animation of document.getAnimations()) animation.updatePlaybackRate(fades.rate);
      };
      fade.ready.then(pace, () => {});
      return fade;
    };
  });
  await expect(async () => {
    await card.click();
    await expect(page.getByRole('heading', { level: 1, name: '森田 彩' })).toBeFocused();
    const seen = await fadesOf(page);
    await page.goBack();
    await expect(card).toBeVisible();
    expect(seen).toBeGreaterThan(0);
  }).toPass();
  return page;
}

/** How often a page has faded into another one. */
function fadesOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { fades: Fades }).fades.seen);
}

test('the page behind a link fades in where motion is allowed, a filter does not', { tag: '@long' }, async ({
  visit,
}) => {
  const page = await fadingPage(visit);
  const before = await fadesOf(page);
  const subjects = page.getByRole('navigation', { name: '教科で絞り込む' });
  await subjects.getByRole('link', { name: '数学' }).click();
  await expect(page).toHaveURL(/subject=math/);
  await expect(page.getByTestId('teacher-card')).toHaveCount(2);
  expect(await fadesOf(page)).toBe(before);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: '森田 彩' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '森田 彩' })).toBeFocused();
  expect(await fadesOf(page)).toBe(before);
});

test('what is tapped while a page fades in is not lost', { tag: '@long' }, async ({ visit }) => {
  const page = await fadingPage(visit);
  // Held until it is tapped: a slow machine may need longer for the page than any pace leaves.
  await page.evaluate(() => {
    (window as unknown as { fades: Fades }).fades.rate = 0;
  });
  await page.getByRole('link', { name: '森田 彩' }).click();
  const link = page.getByRole('link', { name: 'この講師の講座を見る' });
  const place = await link.boundingBox();
  if (!place) throw new Error('no link');
  expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expect(page).toHaveURL(/\/course\?/);
});
