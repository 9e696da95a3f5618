const key = 'campaign';

/**
 * The campaign by which this visitor came, its variant included, until the tab is closed: they may look at courses
 * before they sign up (product.md 2.2.A "variant stored in the entry").
 */
export const cameFrom = {
  remember(slug: string): void {
    try {
      sessionStorage.setItem(key, slug);
    } catch {
      // Storage is blocked: only the links of the campaign itself carry it.
    }
  },
  read(): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
};
