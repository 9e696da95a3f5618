import { env } from '../env.ts';
import { RefusedUrlError } from '../errors.ts';
import { type Query, serializeQuery } from './query.ts';

/** Message of specification.md 5 "A fetch URL must not start with a double slash" (session.md 10.4). */
export const doubleSlashMessage = 'the request URL must not start with "//".';

/** Target of a call. `path` is the address without its query; it is the default slot. */
export type Target = { url: string; path: string; isApi: boolean };

/** The two servers our client speaks to. Empty bases mean this origin. */
export type Bases = { api: string; accounts: string; origin: string };

function bases(): Bases {
  return { api: env.apiBase, accounts: env.accountsBase, origin: location.origin };
}

function origin(base: string, own: string): string {
  return new URL(base || '/', own).origin;
}

/**
 * The address of a call: `accounts/…` on the accounts base, every other path on the backend base (session.md 10.1). An
 * absolute address is used unchanged. Only addresses on the origins of the two bases count as calls of our API and may
 * carry the token (session.md 10.2).
 *
 * @throws RefusedUrlError for an address that starts with `//`.
 */
export function resolveTarget(path: string, query: Query = {}, at: Bases = bases()): Target {
  if (path.startsWith('//')) throw new RefusedUrlError(doubleSlashMessage);
  const [address = '', ownQuery = ''] = path.split('#', 1)[0]?.split(/\?(.*)/s) ?? [];
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(address);
  const base = /^\/?accounts(\/|$)/.test(address) ? at.accounts : at.api;
  const full = isAbsolute ? address : `${base}/${address.replace(/^\//, '')}`;
  const text = [ownQuery, serializeQuery(query)].filter(Boolean).join('&');
  const target = new URL(full, at.origin);
  const isApi = [at.api, at.accounts].some((known) => origin(known, at.origin) === target.origin);
  return { url: text ? `${full}?${text}` : full, path: full, isApi };
}
