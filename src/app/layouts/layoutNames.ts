import type { LayoutName } from '#shared/lib/pages/pageRow.ts';

/**
 * Layouts whose header carries nothing but the logo: the learner must not leave by accident, or the page leads to one
 * thing (product.md 2.2.A "All campaigns: no nav layout").
 */
export function isBare(layout: LayoutName): boolean {
  return layout === 'custom' || layout === 'test' || layout === 'none';
}
