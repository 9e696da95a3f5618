import { patterns } from './pageTable.ts';

/** Every address below it belongs to the app, including its not-found screen. */
const memberArea = /^\/mypage(\/|$)/;

/** The last part of the path is a file name. */
const file = /\.[^/]+$/;

const routes = Object.values(patterns).map(
  (pattern) => new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+').replace(/\/$/, '')}/?$`),
);

/**
 * Whether an address is a page of the app, which the worker may answer with the shell. This is an allow-list:
 * everything else (API, accounts, media, files, returns from other sites) goes to the network unchanged
 * (offline.md 3.22).
 */
export function isAppRoute(pathname: string): boolean {
  if (file.test(pathname)) return false;
  return memberArea.test(pathname) || routes.some((route) => route.test(pathname));
}
