import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.ts';

/**
 * Seconds. Addresses change on the full hour and are valid for 1 to 2 hours, so within the hour a browser's cache
 * works.
 */
const step = 3600;
/** Folder that needs no signature: pictures of the public site. */
export const publicPrefix = 'public/';

function signature(key: KeyObject, path: string, expires: number): string {
  return createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url').slice(0, 32);
}

/** Epoch seconds at which addresses that were made at `now` (epoch milliseconds) expire. */
export function mediaExpiry(now: number): number {
  return (Math.floor(now / 1000 / step) + 2) * step;
}

/**
 * Address of a media file for one learner's answer: `/media/<path>?e=<epoch s>&s=<hmac>`, valid 1 to 2 h. `path` is
 * relative to the store, not encoded. Files under `public/` get no signature.
 */
export function signMedia(deps: Pick<Deps, 'keys' | 'config'>, path: string, now: number): string {
  const address = `${deps.config.publicUrl}/media/${path.split('/').map(encodeURIComponent).join('/')}`;
  if (path.startsWith(publicPrefix)) return address;
  return `${address}?${signedQuery(deps, path, now)}`;
}

/** The query that opens the file at `path` for 1 to 2 h, see `checkMedia`. */
export function signedQuery({ keys }: Pick<Deps, 'keys'>, path: string, now: number): string {
  const expires = mediaExpiry(now);
  return `e=${expires}&s=${signature(keys.media, path, expires)}`;
}

/** When addresses that were signed at `now` expire, ISO 8601: `expires_at` of lessons. */
export function mediaExpiresAt(now: number): string {
  return new Date(mediaExpiry(now) * 1000).toISOString();
}

/** Whether the address is ours and still valid. */
export function checkMedia(
  key: KeyObject,
  path: string,
  expires: string,
  sent: string,
  now: number,
): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now) return false;
  const expected = Buffer.from(signature(key, path, Number(expires)));
  const given = Buffer.from(sent);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
