import type { LoadRoute } from './lazyPage.ts';

/** The modules of the pages by their path patterns, for preloadOnIntent.ts. */
export const pageModules = new Map<string, LoadRoute>();

/** Registers a route for preloading. */
export function registerPreload(pattern: string, load: LoadRoute): void {
  pageModules.set(pattern, load);
}
