import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findings, findingsElsewhere } from '../axe.ts';
import { smallFields, smallTargets, sticksOut } from '../screens/layoutChecks.ts';

/** Where pictures are put for who looks at them by hand: SHOTS=folder. */
const shots = process.env.SHOTS;

async function picture(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

/** Fields that a phone would magnify the page for; with a mouse letters may be smaller. */
async function fieldsForFingers(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await expect.poll(() => page.evaluate(() => matchMedia('(any-pointer: coarse)').matches)).toBe(true);
  const found = await smallFields(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.detach();
  return found;
}

/** Sets the size of letters as the app's own setting does; `null`: as it was before anybody chose. */
function scaleLetters(page: Page, to: string | null): Promise<void> {
  return page.evaluate((value) => {
    const html = document.documentElement;
    if (value === null) html.removeAttribute('data-font-scale');
    else html.setAttribute('data-font-scale', value);
  }, to);
}

const widths = [
  [1280, 800],
  [768, 1024],
  [390, 844],
] as const;

/** What must hold of a page at three widths, in both themes, and with the largest letters at each. */
export async function holds(page: Page, name: string): Promise<void> {
  expect.soft([name, ...(await findings(page))]).toEqual([name]);
  const former = await page.locator('html').getAttribute('data-font-scale');
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    expect.soft([name, width, ...(await sticksOut(page))]).toEqual([name, width]);
    await scaleLetters(page, 'xlarge');
    expect.soft([name, width, 'xlarge', ...(await sticksOut(page))]).toEqual([name, width, 'xlarge']);
    await picture(page, `${name}-${width}-xlarge`);
    await scaleLetters(page, former);
    if (!shots) continue;
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await picture(page, `${name}-${width}-${theme}`);
    }
  }
  expect.soft([name, ...(await smallTargets(page)), ...(await fieldsForFingers(page))]).toEqual([name]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** What must hold of a page of the scripted gateway at three widths in both themes; letters are the browser's there. */
export async function holdsAtGateway(page: Page, name: string): Promise<void> {
  expect.soft([name, ...(await findingsElsewhere(page))]).toEqual([name]);
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    expect.soft([name, width, ...(await sticksOut(page))]).toEqual([name, width]);
    await picture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
