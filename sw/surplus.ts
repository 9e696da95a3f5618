/** Most pages kept, and the most they take together, bytes as they are stored. */
export const mostKept = 60;
export const mostBytes = 20 * 1024 * 1024;

/** When a page came, epoch ms, and what it takes, bytes. */
type Facts = { at: number; size: number };

/** Which pages go because there are too many, or because they take too much: the ones that came longest ago. */
export function surplusOf<Page extends Facts>(pages: readonly Page[]): Page[] {
  let bytes = 0;
  return [...pages]
    .sort((one, other) => other.at - one.at)
    .filter(({ size }, place) => {
      bytes += size;
      return place >= mostKept || bytes > mostBytes;
    });
}
