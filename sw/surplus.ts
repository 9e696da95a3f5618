/** Maximum number of kept pages, and their maximum total size in bytes as stored. */
export const mostKept = 60;
export const mostBytes = 20 * 1024 * 1024;

/** When a page was stored (epoch ms), and its size in bytes. */
type Facts = { at: number; size: number };

/** The pages to delete because there are too many, or because they use too much space: the oldest. */
export function surplusOf<Page extends Facts>(pages: readonly Page[]): Page[] {
  let bytes = 0;
  return [...pages]
    .sort((one, other) => other.at - one.at)
    .filter(({ size }, place) => {
      bytes += size;
      return place >= mostKept || bytes > mostBytes;
    });
}
