import { patterns } from './paths.ts';

/**
 * Pages that the build makes in full, so that they can be read before any script (performance.md "How" 1). Names of
 * their patterns.
 */
export const builtPages = [
  'home',
  'about',
  'student',
  'parent',
  'konomoshi',
  'konoshiki',
  'login',
  'password',
  'signup',
] as const satisfies readonly (keyof typeof patterns)[];

export type BuiltPage = (typeof builtPages)[number];

/** Where a built page lies among the files of the app. */
export function builtFile(name: BuiltPage): string {
  return `/pages/${name}.html`;
}

/** The file of a page that the build has made in full; `null` for every other address. */
export function builtFileAt(pathname: string): string | null {
  const path = pathname.replace(/([^/])\/$/, '$1');
  const name = builtPages.find((page) => patterns[page] === path);
  return name ? builtFile(name) : null;
}
