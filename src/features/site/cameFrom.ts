const key = 'campaign';

/**
 * The campaign through which this visitor came, including its variant. It is stored until the tab is closed, because
 * visitors may look at courses before they sign up (product.md 2.2.A "variant stored in the entry").
 */
export const cameFrom = {
  remember(slug: string): void {
    try {
      sessionStorage.setItem(key, slug);
    } catch {
      // Storage is blocked: only the campaign's own links carry it.
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
