import type { Page } from '@playwright/test';

/** What the page tells search engines, by type. */
export async function structured(page: Page): Promise<Record<string, Record<string, unknown>>> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const items = blocks.flatMap((block) => JSON.parse(block)['@graph'] as Record<string, unknown>[]);
  return Object.fromEntries(items.map((item) => [String(item['@type']), item]));
}
