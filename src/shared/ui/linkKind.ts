import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';

/** Target of a link in a text: a page of the app, a file of ours (textbook, picture), or another site. */
export type LinkKind = 'app' | 'file' | 'away';

/**
 * Judges a link as the browser would resolve it, so that `//elsewhere` does not count as a path. Only pages of the app
 * may open in its window: the installed app has no way back from anything else (offline.md 3.82).
 */
export function linkKind(href: string, base: string): LinkKind {
  if (!URL.canParse(href, base)) return 'away';
  const url = new URL(href, base);
  if (url.origin !== new URL(base).origin) return 'away';
  return isAppRoute(url.pathname) ? 'app' : 'file';
}
