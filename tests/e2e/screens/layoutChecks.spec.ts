import { expect, test } from './fixtures.ts';
import { missingNews, mostStanding, silentRegions, standing } from './layoutChecks.ts';
import { frameNews, guestScreens, type Screen } from './screens.ts';

/** The checks of the screens themselves: each tells a fault that is put on a page which has none. */

const about = guestScreens.find(({ name }) => name === '/about') as Screen;
const low = { width: 320, height: 256, theme: 'light' } as const;

test('one bar that stays in a low window is told, and low ones when they are too high together', async ({
  gallery,
}) => {
  const page = await gallery.show(about, low);
  const height = async () => (await standing(page)).height;
  const pin = (selector: string, style: Record<string, string>) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, to) => Object.assign((element as HTMLElement).style, to), style);
  expect(await height()).toBe(0);
  await pin('header', { position: 'sticky', top: '0' });
  expect(await height()).toBeGreaterThan(mostStanding);
  const flat = { height: '30px', padding: '0', overflow: 'hidden' };
  await pin('header', flat);
  expect(await height()).toBeLessThanOrEqual(mostStanding);
  await pin('footer', { ...flat, position: 'fixed', bottom: '0' });
  expect(await height()).toBeGreaterThan(mostStanding);
});

test('a bar that stays for a part of the page alone is told', async ({ gallery }) => {
  const page = await gallery.show(about, low);
  await page.evaluate(() => {
    const part = document.createElement('div');
    const bar = document.createElement('p');
    Object.assign(bar.style, { position: 'sticky', top: '0', height: '60px' });
    // Most places that are looked at lie outside it.
    part.style.height = `${document.documentElement.scrollHeight / 2}px`;
    part.append(bar);
    document.querySelector('main')?.prepend(part);
  });
  expect((await standing(page)).height).toBe(60);
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
