import {
  type BuiltPage,
  builtPages,
  type FramedPage,
  framedPages,
  ownQueries,
  patterns,
} from './pageTable.ts';

/** Path of a built page among the files of the app. */
export function builtFile(name: BuiltPage): string {
  return `/pages/${name}.html`;
}

/** The file of a built page; `null` for every other address. */
export function builtFileAt(pathname: string): string | null {
  const path = pathname.replace(/([^/])\/$/, '$1');
  const name = builtPages.find((page) => patterns[page] === path);
  return name ? builtFile(name) : null;
}

/** Path of a framed page's document among the files of the app, or of the not-found document. */
export function framedFile(name: FramedPage | 'notFound'): string {
  return `/frames/${name}.html`;
}

const framedAddresses = framedPages.map((name) => ({
  name,
  address: new RegExp(`^${patterns[name].replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
}));

/** The file of a framed page; `null` for every other address. */
export function framedFileAt(pathname: string): string | null {
  const name = framedAddresses.find(({ address }) => address.test(pathname))?.name;
  return name ? framedFile(name) : null;
}

/** Whether an address is a built page with a query that changes its content. */
export function hasOwnQuery(pathname: string, query: URLSearchParams): boolean {
  const own = ownQueries[pathname.replace(/([^/])\/$/, '$1')] ?? [];
  return own.some((name) => query.has(name));
}
