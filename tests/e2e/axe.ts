import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe of the builder, in half of its letters. */
const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

/** Brings axe to a page that has none. The builder would do it four times a look, which costs more than looking. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in window);
    if (!isThere) await frame.evaluate(source);
  }
}

/** What to look at, where it is not the whole page: selectors. */
type Part = { include?: string; exclude?: string };

/** Looks for violations only: what is in order, axe need not describe. */
async function axe(page: Page, { include, exclude }: Part = {}): Promise<AxeBuilder> {
  await bringAxe(page);
  const made = new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  if (include) made.include(include);
  if (exclude) made.exclude(exclude);
  return made;
}

/** Each finding in one readable line. */
async function lines(builder: AxeBuilder, theme: string): Promise<string[]> {
  const { violations } = await test.step('axe', () => builder.analyze());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme}: ${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

async function turn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

/**
 * What axe finds on a page in both themes: every rule while it is light, the contrast again while it is dark, which is
 * all that a theme changes. Leaves the page light.
 *
 * @param exclude selector of what is left out.
 */
export async function findings(page: Page, exclude?: string): Promise<string[]> {
  await turn(page, 'light');
  const light = await lines((await axe(page, { exclude })).withTags(tags), 'light');
  await turn(page, 'dark');
  const dark = await lines((await axe(page, { exclude })).withRules(['color-contrast']), 'dark');
  await turn(page, 'light');
  return [...light, ...dark];
}

/** What axe finds on a page in one theme, every rule of it. Leaves the page in that theme. */
export async function findingsAs(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await turn(page, theme);
  return lines((await axe(page)).withTags(tags), theme);
}

/** What axe finds on a page that is not the app's, and follows the system alone; both themes. Leaves it light. */
export async function findingsElsewhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    found.push(...(await lines((await axe(page)).withTags(tags), theme)));
  }
  return found;
}

/** What axe finds of the contrast on a page in one theme. Leaves the page in that theme. */
export async function contrastAs(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await turn(page, theme);
  return lines((await axe(page)).withRules(['color-contrast']), theme);
}

/** What axe finds in a part of a page, every rule in both themes. Leaves the page light. `exclude` as above. */
export async function findingsIn(page: Page, include: string, exclude?: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await turn(page, theme);
    found.push(...(await lines(await axe(page, { include, exclude }), theme)));
  }
  return found;
}
