import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @param exclude selector of what is left out. */
function axe(page: Page, exclude?: string): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  return exclude ? builder.exclude(exclude) : builder;
}

/** Each finding in one readable line. */
async function lines(builder: AxeBuilder, theme: string): Promise<string[]> {
  const { violations } = await builder.analyze();
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
 */
export async function findings(page: Page, exclude?: string): Promise<string[]> {
  await turn(page, 'light');
  const light = await lines(axe(page, exclude).withTags(tags), 'light');
  await turn(page, 'dark');
  const dark = await lines(axe(page, exclude).withRules(['color-contrast']), 'dark');
  await turn(page, 'light');
  return [...light, ...dark];
}
