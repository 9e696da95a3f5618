/** Layouts of specification.md 2; `none` for pages that bring their own frame, such as campaigns. */
export type LayoutName = 'default' | 'custom' | 'lecture' | 'lecturev2' | 'mypage' | 'test' | 'none';

/**
 * How wide a page of the layout `default` is: one column to read or fill in, the width of the site, or from edge to edge
 * for a page that orders its own columns.
 */
export type PageWidth = 'reading' | 'page' | 'full';

/**
 * Layouts whose header carries nothing but the logo: the learner must not leave by accident, or the page leads to one
 * thing (product.md 2.2.A "All campaigns: no nav layout").
 */
export function isBare(layout: LayoutName): boolean {
  return layout === 'custom' || layout === 'test' || layout === 'none';
}
