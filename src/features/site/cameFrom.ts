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
  /** The campaign is over: who signs up now does not come through it. */
  forget(slug: string): void {
    try {
      if (sessionStorage.getItem(key) === slug) sessionStorage.removeItem(key);
    } catch {
      // Nothing was stored.
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
