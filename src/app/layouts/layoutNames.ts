import type { LayoutName } from '#shared/lib/pages/pageRow.ts';

/**
 * Layouts whose header has only the logo: the learner must not leave by accident, or the page has a single purpose
 * (product.md 2.2.A "All campaigns: no nav layout").
 */
export function isBare(layout: LayoutName): boolean {
  return layout === 'custom' || layout === 'test' || layout === 'none';
}
