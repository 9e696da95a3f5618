import type { Locator, Page } from '@playwright/test';
import { contrastAs, findingsAs } from '../axe.ts';
import {
  hiddenInFocus,
  silentRegions,
  smallFields,
  smallTargets,
  sticksOut,
} from '../screens/layoutChecks.ts';
import { expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 4, product.md 2.0.4: the pages of a running attempt, which no list of screens can open, for everybody

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const sizes = [phone, { width: 768, height: 1024 }, desktop];
/** 400 % of a window of 1280 × 1024. */
const enlarged = { width: 320, height: 256 };

/** What holds at one size: each finding with what was looked at. */
async function holds(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()?.width;
  const look = async (name: string, found: string[]) =>
    expect.soft([what, size, name, ...found]).toEqual([what, size, name]);
  await expect.poll(() => sticksOut(page)).toEqual([]);
  await look('targets', await smallTargets(page));
  await look('fields', await smallFields(page));
  await look('news', await silentRegions(page));
  await look('light', await findingsAs(page, 'light'));
  await look('dark', await contrastAs(page, 'dark'));
}

/** The same at every size. */
async function holdsEverywhere(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await test.step(`${what}, ${size.width} px`, () => holds(page, what));
    expect.soft([what, size.width, ...(await hiddenInFocus(page))]).toEqual([what, size.width]);
  }
}

/** Nothing has to be pulled aside at 400 %. Leaves the window as it was. */
async function reflows(page: Page, what: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(enlarged);
  await test.step(`${what}, ${enlarged.width} px`, () => expect.poll(() => sticksOut(page)).toEqual([]));
  if (size) await page.setViewportSize(size);
}

/** In the colours of the system: a state that is on has another picture than one that is off. */
async function isTold(element: Locator, set: (one: Element, isOn: boolean) => void): Promise<boolean> {
  // The element itself: what it is found by goes and comes.
  const one = await element.elementHandle();
  if (!one) return false;
  await one.scrollIntoViewIfNeeded();
  await one.evaluate(set, true);
  const shown = await one.screenshot();
  await one.evaluate(set, false);
  const isOther = !shown.equals(await one.screenshot());
  await one.evaluate(set, true);
  return isOther;
}

const tab = (page: Page, name: string) => page.locator('#root').getByRole('button', { name, exact: true });
const setChosen = (one: Element, isOn: boolean) => {
  one.toggleAttribute('data-chosen', isOn);
  const box = one.querySelector('input');
  if (box) box.checked = isOn;
};
const setAnswered = (one: Element, isOn: boolean) => one.toggleAttribute('data-answered', isOn);
const setPressed = (one: Element, isOn: boolean) => one.setAttribute('aria-pressed', String(isOn));

test('row 79: a running attempt, its check page and its receipt: targets, contrast in both themes at three sizes, 400 %, the colours of the system', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const page = await visit({ as: taker, at: hall.path('english-r'), viewport: desktop });
  await startHere(page);
  await on(page, 'exam-option').first().check();
  await on(page, 'exam-flag').click();
  await holdsEverywhere(page, 'exam');
  await page.setViewportSize(phone);
  for (const name of ['問題文', 'マーク', '設問']) {
    await tab(page, name).click();
    await test.step(`exam: ${name}`, () => holds(page, name));
  }
  await on(page, 'exam-list').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await holds(page, 'list');
  await reflows(page, 'list');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await on(page, 'exam-incident').locator('summary').click();
  await holds(page, 'settings');
  await reflows(page, 'settings');
  await page.keyboard.press('Escape');

  await page.emulateMedia({ forcedColors: 'active' });
  const chosen = on(page, 'exam-question').locator('label[data-chosen]');
  expect.soft(await isTold(chosen, setChosen)).toBe(true);
  await tab(page, 'マーク').click();
  expect.soft(await isTold(on(page, 'exam-marks').locator('label[data-chosen]'), setChosen)).toBe(true);
  await tab(page, '設問').click();
  await on(page, 'exam-check').click();
  const check = on(page, 'exam-checkpage');
  await expect(check).toBeVisible();
  expect.soft(await isTold(check.locator('[data-slot][data-answered]'), setAnswered)).toBe(true);
  expect.soft(await isTold(check.locator('[aria-pressed="true"]').first(), setPressed)).toBe(true);
  await page.emulateMedia({ forcedColors: 'none' });

  await holdsEverywhere(page, 'check page');
  await reflows(page, 'check page');
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();
  await on(page, 'exam-incident').locator('summary').click();
  await holdsEverywhere(page, 'receipt');
  await reflows(page, 'receipt');
});
