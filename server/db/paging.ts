/** Entries of one page, in every list (product.md 3.1). */
export const pageSize = 20;

/** `limit` and `offset` of a page, which counts from 1. */
export function pageSlice(page: number): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
