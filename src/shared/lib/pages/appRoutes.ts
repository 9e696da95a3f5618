import { patterns } from './pageTable.ts';

/** Everything below it is the app's, its not-found screen included. */
const memberArea = /^\/mypage(\/|$)/;

/** The last part of a path names a file. */
const file = /\.[^/]+$/;

const routes = Object.values(patterns).map(
  (pattern) => new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+').replace(/\/$/, '')}/?$`),
);

/**
 * Whether an address is a page of the app, which the worker may answer with the shell. An allow-list: everything else
 * (API, accounts, media, files, returns from elsewhere) goes to the network untouched (offline.md 3.22).
 */
export function isAppRoute(pathname: string): boolean {
  if (file.test(pathname)) return false;
  return memberArea.test(pathname) || routes.some((route) => route.test(pathname));
}
