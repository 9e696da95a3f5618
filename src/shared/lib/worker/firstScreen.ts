import { isOriginQuery } from '../pages/originQuery.ts';

/**
 * Cache and addresses of a learner's stored first screens (performance.md 4.2). The page stores them, and the worker
 * answers with them.
 */

/** Whether this build stores first screens and answers with them; not in a build with VITE_FIRST_SCREENS=0. */
export const hasFirstScreens = typeof __FIRST_SCREENS__ === 'boolean' && __FIRST_SCREENS__;

/** The cache of first screens. It is deleted with the session and with the build. */
export const firstScreenCache = 'first-screens';

/** A screen that may be stored. `entry` is its key in the cache; each kind has one key, so that there are few. */
export type FirstScreen = { entry: string; address: string };

const lecture = /^\/mypage\/lecture\/[^/]+$/;

function kindOf(path: string, queries: string[]): string | null {
  if (lecture.test(path)) return queries.every((name) => name === 'lesson') ? 'lecture' : null;
  if (queries.length > 0) return null;
  return { '/mypage': 'home', '/mypage/course': 'library' }[path] ?? null;
}

/** The first screen that an address may be answered with; `null`: none. */
export function firstScreenAt(url: URL, build: string): FirstScreen | null {
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !isOriginQuery(name)));
  const path = url.pathname.replace(/\/$/, '');
  const kind = kindOf(path, [...query.keys()]);
  if (kind === null) return null;
  const address = query.size > 0 ? `${path}?${query}` : path;
  return { entry: `/__first/${build}/${kind}`, address };
}

/** The header of a stored screen with the address it was made for. */
export const addressHeader = 'X-First-Screen';
