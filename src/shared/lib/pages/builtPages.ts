import { patterns } from './paths.ts';

/**
 * Pages that the build makes in full, so that they can be read before any script (performance.md 4.1). Names of
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
  'maintenance',
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

/**
 * Pages that show one visitor what is theirs. The build makes of them what is true for everybody, so that their document
 * has a name and words before any script; what they show depends on the address, the session or what the device keeps.
 * The worker answers these addresses with the shell, as it does those of members.
 */
export const framedPages = [
  'passwordChange',
  'passwordDone',
  'passwordReset',
  'signupVerify',
  'signupComplete',
  'contactComplete',
  'inquiryDetail',
] as const satisfies readonly (keyof typeof patterns)[];

export type FramedPage = (typeof framedPages)[number];

/** Where the document of such a page lies among the files of the app, and that of an address without a page. */
export function framedFile(name: FramedPage | 'notFound'): string {
  return `/frames/${name}.html`;
}

const framedAddresses = framedPages.map((name) => ({
  name,
  address: new RegExp(`^${patterns[name].replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
}));

/** The file of a page of one visitor; `null` for every other address. */
export function framedFileAt(pathname: string): string | null {
  const name = framedAddresses.find(({ address }) => address.test(pathname))?.name;
  return name ? framedFile(name) : null;
}
