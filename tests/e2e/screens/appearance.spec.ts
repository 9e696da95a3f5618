import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { guestScreens, memberScreens } from './screens.ts';

/**
 * What the screens looked like when somebody last looked at them (architecture.md 8), by the fonts they were drawn
 * with.
 */
const references = join(import.meta.dirname, 'appearance');

/**
 * The shell is shown by the page with the least of its own. `last`: what such a page shows only once everything that it
 * asks the server for has come.
 */
const screens: Record<string, { name: string; last?: string }> = {
  shell: { name: '/mypage/settings' },
  home: { name: '/' },
  course: { name: '/course/{id}' },
  login: { name: '/login' },
  library: { name: '/mypage/course', last: '[data-testid="inventory-item"] [aria-pressed="true"]' },
};

const looks = [
  { name: 'phone', width: 390, height: 844, theme: 'light' },
  { name: 'desktop', width: 1280, height: 800, theme: 'dark' },
] as const;

/**
 * How this machine draws letters, short. Fonts and their smoothing differ from system to system: a picture says
 * something only where letters are drawn as when it was made.
 */
async function drawingOf(page: Page): Promise<string> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    if (!pen) return '';
    pen.font = `16px ${getComputedStyle(document.body).fontFamily}`;
    pen.fillText('永遠のあア漢Ag123', 4, 24);
    pen.font = `bold ${pen.font}`;
    pen.fillText('永遠のあア漢Ag123', 4, 60);
    return canvas.toDataURL();
  });
  return createHash('sha256').update(drawn).digest('hex').slice(0, 8);
}

/** Days and clock times are other ones tomorrow: all are replaced by the same, as wide as the longest. */
async function stopTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = (text.nodeValue ?? '')
        .replace(/\d{1,2}月\d{1,2}日(\(.\))?/g, '12月30日(水)')
        .replace(/20\d\d(年|\/)/g, '2000$1')
        .replace(/(残り|あと)\d+日/g, '$1100日')
        .replace(/\d{1,2}:\d{2}/g, '10:00');
    }
  });
}

/** Waits until all pictures in the window are drawn. Otherwise the alt text would be stored as the reference. */
async function seePictures(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inView = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    });
    return inView.every((image) => image.complete && image.naturalWidth > 0);
  });
}

for (const [part, { name, last }] of Object.entries(screens)) {
  test(`${part} looks as it did`, { tag: '@long' }, async ({ gallery, site: _ }, { config }) => {
    const screen = [...guestScreens, ...memberScreens].find((one) => one.name === name);
    if (!screen) throw new Error(`no screen ${name}`);
    for (const look of looks) {
      const page = await gallery.show(screen, look);
      const drawing = await drawingOf(page);
      const isNew = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
      test.skip(
        !isNew && !existsSync(join(references, drawing)),
        `no reference for how this machine draws letters (${drawing}); --update-snapshots makes it`,
      );
      if (last) await expect(page.locator(last).first()).toBeVisible();
      await seePictures(page);
      await stopTime(page);
      await expect(page).toHaveScreenshot([drawing, `${part}-${look.name}.png`], {
        // Two rows of pixels of a line that is drawn elsewhere by a hair are no change.
        maxDiffPixelRatio: 0.002,
      });
    }
  });
}
