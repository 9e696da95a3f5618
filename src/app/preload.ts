import type { LoadRoute } from './lazyPage.ts';

/** Modules of the pages by their patterns, for preloadOnIntent.ts. */
export const pageModules = new Map<string, LoadRoute>();

/** Makes a route known for preloading. */
export function registerPreload(pattern: string, load: LoadRoute): void {
  pageModules.set(pattern, load);
}
