import { expect, test } from './fixtures.ts';
import { missingNews, mostStanding, silentRegions, standing } from './layoutChecks.ts';
import { frameNews, guestScreens, type Screen } from './screens.ts';

/** The checks of the screens themselves: each tells a fault that is put on a page which has none. */

const about = guestScreens.find(({ name }) => name === '/about') as Screen;
const low = { width: 320, height: 256, theme: 'light' } as const;

test('one bar that stays in a low window is told', async ({ gallery }) => {
  const page = await gallery.show(about, low);
  const height = async () => (await standing(page)).height;
  expect(await height()).toBe(0);
  await page
    .locator('header')
    .first()
    .evaluate((element) => Object.assign((element as HTMLElement).style, { position: 'sticky', top: '0' }));
  expect(await height()).toBeGreaterThan(mostStanding);
});

test('a place for news that is hidden or gone is told', async ({ gallery }) => {
  const page = await gallery.show(about, { ...low, width: 1280, height: 800 });
  await expect.poll(() => missingNews(page, frameNews)).toEqual([]);
  expect(await silentRegions(page)).toEqual([]);
  const regions = page.locator('[data-testid="shell"] > :is([role="status"], [aria-live])');
  await expect(regions).toHaveCount(5);
  for (const region of await regions.elementHandles()) {
    await region.evaluate((element) => Object.assign((element as HTMLElement).style, { display: 'none' }));
    expect(await silentRegions(page)).toHaveLength(1);
    await region.evaluate((element) => Object.assign((element as HTMLElement).style, { display: '' }));
    const place = await region.evaluateHandle((element) => {
      const mark = document.createElement('i');
      (element as Element).replaceWith(mark);
      return mark;
    });
    expect(await missingNews(page, frameNews)).toHaveLength(1);
    await place.evaluate((mark, element) => mark.replaceWith(element), region);
    expect(await missingNews(page, frameNews)).toEqual([]);
  }
});
