import type { Page } from '@playwright/test';
import { contrastAs, findings, findingsAs } from '../axe.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import {
  hiddenInFocus,
  missingNews,
  mostStanding,
  silentRegions,
  smallFields,
  smallTargets,
  standing,
  sticksOut,
} from './layoutChecks.ts';
import { allScreens, frameNews, memberNews, type Screen, type Who } from './screens.ts';
import { foreignWords } from './wordChecks.ts';

const desktop = { width: 1280, height: 800, theme: 'light' } as const;
const phone = { width: 390, height: 844 };

/** The places every member page leads to (session.md 18). */
const places = ['/mypage', '/mypage/course', '/mypage/favorite', '/mypage/bookmark', '/mypage/settings'];

const isOfMembers = ({ who, name }: Screen) => who !== 'guest' && name.startsWith('/mypage');

async function leadsToThePlaces(page: Page, screen: Screen): Promise<void> {
  if (!isOfMembers(screen)) return;
  for (const place of places) {
    await expect.soft(page.locator(`nav a[href="${place}"]`).first()).toBeVisible();
  }
  await expect.soft(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
}

/** Home pages and those without a frame say by their heading alone where one is. */
function isNamedByFrame(screen: Screen): boolean {
  return screen.title !== '' && !screen.isBare && !/^\/mypage( |$)/.test(screen.name);
}

/** The frame's places for what is read out are at hand as soon as a page that was opened has nothing else to do. */
async function hasPlacesForNews(page: Page): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => missingNews(page, frameNews))
    .toEqual([]);
}

/** Whatever changes on a screen has its place to be read out before it does. */
async function readsOutNews(page: Page, screen: Screen): Promise<void> {
  const isMember = isOfMembers(screen);
  const wanted = [...frameNews, ...(isMember ? memberNews : []), ...(screen.news ?? [])];
  expect.soft([screen.name, ...(await missingNews(page, wanted))]).toEqual([screen.name]);
  expect.soft([screen.name, ...(await silentRegions(page))]).toEqual([screen.name]);
}

/** Who cannot see the page is told which one was opened, not the one before. */
async function saysWhatWasOpened(page: Page, { title, heading }: Screen): Promise<void> {
  const name = title === '' ? 'コノマナビ' : title;
  const line = page.locator('[data-testid="shell"] > [aria-live="polite"]');
  await expect.soft(line, String(heading)).toHaveText(`${name}を開きました`);
}

/** What must hold on a wide window, whatever the colours. */
async function holdsOnDesktop(page: Page, screen: Screen, site: DemoSite): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect.soft(heading).toHaveCount(1);
  await expect.soft(heading).toHaveText(screen.heading);
  const title = screen.title === '' ? 'コノマナビ' : `${screen.title}|コノマナビ`;
  await expect.soft(page).toHaveTitle(title);
  expect.soft(await page.locator('html').getAttribute('lang')).toBe('ja');
  if (isNamedByFrame(screen)) {
    await expect.soft(page.locator('[aria-current="page"]').last()).toHaveText(screen.title);
  }
  await leadsToThePlaces(page, screen);
  expect.soft([screen.name, ...(await foreignWords(page, site))]).toEqual([screen.name]);
  await readsOutNews(page, screen);
}

/** What must hold on a phone, a narrow one and large letters included. */
async function holdsOnPhone(page: Page, screen: Screen): Promise<void> {
  if (isNamedByFrame(screen) && screen.who !== 'guest') {
    await expect.soft(page.getByRole('banner')).toContainText(screen.title);
  } else if (isNamedByFrame(screen)) {
    await expect.soft(page.getByRole('heading', { level: 1 })).toBeInViewport();
  }
  await leadsToThePlaces(page, screen);
  expect.soft([screen.name, ...(await smallTargets(page))]).toEqual([screen.name]);
  // A page of a book is drawn anew for the width; until then the old one may stand out.
  await expect.poll(() => sticksOut(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => sticksOut(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute('data-font-scale', 'xlarge'));
  await expect.poll(() => sticksOut(page)).toEqual([]);
}

/** What must hold where a finger writes, whatever the size of the letters. */
async function holdsForFingers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await expect.poll(() => page.evaluate(() => matchMedia('(any-pointer: coarse)').matches)).toBe(true);
  for (const scale of ['small', 'normal']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-font-scale', to), scale);
    expect.soft(await smallFields(page)).toEqual([]);
  }
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.detach();
}

type Window = { width: number; height: number };
/** A window of 1280 px that is magnified four times. */
const magnified: Window = { width: 320, height: 256 };
/** A phone held sideways. */
const sideways: Window = { width: 667, height: 320 };

/** What must hold in windows that show a few lines only. */
async function holdsInLowWindows(page: Page, windows: Window[]): Promise<void> {
  for (const window of windows) {
    await page.setViewportSize(window);
    await expect.poll(() => sticksOut(page)).toEqual([]);
    const { height, parts } = await standing(page);
    expect.soft([window, height > mostStanding ? [`${height} px`, ...parts] : []]).toEqual([window, []]);
    expect.soft([window, ...(await hiddenInFocus(page))]).toEqual([window]);
  }
}

/** Turns the window under a page into a phone's, as when a tablet is turned or a window is pulled narrow. */
async function becomesPhone(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize(phone);
  await expect(screen.ready(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Screens of one account, as many as one page is led through: failures of one do not hide those of many others. */
const most = 9;
const walks = (['guest', 'student', 'newcomer'] satisfies Who[]).flatMap((who) => {
  const screens = allScreens.filter((screen) => screen.who === who);
  const count = Math.ceil(screens.length / most);
  const size = Math.ceil(screens.length / count);
  return Array.from({ length: count }, (_, at) => screens.slice(at * size, (at + 1) * size));
});

// One page for many screens, one look in each theme: opening a page costs more than looking at it, and axe costs most.
// Each screen on a page of its own, with every rule in both themes at both widths and in every low window: below.
for (const screens of walks) {
  const [first, ...others] = screens;
  if (!first) throw new Error('a walk without screens');
  test(`${screens.map(({ name }) => name).join(', ')}: named, lead to the places, in Japanese, for everybody`, async ({
    gallery,
    walk,
    site,
  }) => {
    const page = await gallery.show(first, desktop);
    await hasPlacesForNews(page);
    for (const screen of [first, ...others]) {
      await test.step(screen.name, async () => {
        if (screen !== first) {
          await page.setViewportSize(desktop);
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
          await walk(page, screen);
          await saysWhatWasOpened(page, screen);
        }
        await holdsOnDesktop(page, screen, site);
        expect.soft([screen.name, ...(await contrastAs(page, 'light'))]).toEqual([screen.name]);
        await becomesPhone(page, screen);
        expect.soft([screen.name, ...(await findingsAs(page, 'dark'))]).toEqual([screen.name]);
        await holdsOnPhone(page, screen);
        await holdsForFingers(page);
        await holdsInLowWindows(page, [magnified]);
      });
    }
  });
}

for (const screen of allScreens) {
  test(`${screen.name}, opened: as above, in both themes at both widths`, { tag: '@long' }, async ({
    gallery,
    site,
  }) => {
    const page = await gallery.show(screen, desktop);
    await hasPlacesForNews(page);
    await test.step('on a desktop', () => holdsOnDesktop(page, screen, site));
    expect.soft(await findings(page)).toEqual([]);
    await becomesPhone(page, screen);
    expect.soft(await findings(page)).toEqual([]);
    await test.step('on a phone', () => holdsOnPhone(page, screen));
    await test.step('for fingers', () => holdsForFingers(page));
    await test.step('in low windows', () => holdsInLowWindows(page, [magnified, sideways]));
  });
}
