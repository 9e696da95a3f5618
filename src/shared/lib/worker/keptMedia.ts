import type { Rendition } from '#contracts/offline.ts';

/**
 * Caches and addresses of kept lessons (offline.md 4.1). The page writes them and the worker plays them. Each account
 * has its own cache, so that a logout is one deletion. Pieces are stored as complete responses, because a 206 cannot be
 * stored (offline.md 3.72).
 */

/** A small cache that says whose session is on the device. Without it no kept file is played. */
export const sessionCacheName = 'dl-session';
/** The one entry of that cache: `KeptSession` as JSON. */
export const sessionAddress = '/__session';

/**
 * Whose session it is, and the state of the server's clock: setting the device's clock back must not prolong a licence.
 */
export type KeptSession = {
  cache: string;
  /** Server's time minus the device's, ms. */
  skew: number;
  /** The latest time that the server has ever sent, epoch ms. */
  seen: number;
};

/** What the worker must know of a kept file to play it. `licence`: the inventory item it was kept with. */
export type KeptFile = {
  type: string;
  size: number;
  etag: string;
  chunkSize: number;
  licence: string;
};

/** Until when, by the server's clock, the files of an inventory item may be used, epoch ms. */
export type KeptLicence = { validUntil: number };

/** Name of an account's cache, from the name of its database (`u_<hash>`). */
export function keptCacheName(dbName: string): string {
  return `dl-${dbName.replace(/^u_/, '')}`;
}

/** Address of piece `n` of a file. */
export function chunkAddress(id: string, etag: string, n: number): string {
  return `${chunksOf(id)}${encodeURIComponent(etag)}/${n}`;
}

/** Common prefix of the addresses of all pieces of a file, whatever the version. */
export function chunksOf(id: string): string {
  return `/__chunk/${encodeURIComponent(id)}/`;
}

/** Address of a file's record: a `KeptFile` as JSON. */
export function fileAddress(id: string): string {
  return `/__file/${encodeURIComponent(id)}`;
}

/** Address of a licence: a `KeptLicence` as JSON. */
export function licenceAddress(inventory: string): string {
  return `/__licence/${encodeURIComponent(inventory)}`;
}

const prefix = '/media/offline/';

/** Address at which the worker plays a kept file. `rendition` is only for humans; the id decides. */
export function keptMediaUrl(id: string, rendition: Rendition | 'file'): string {
  return `${prefix}${encodeURIComponent(id)}/${rendition}`;
}

/** The id in the address of a kept file; `null` for any other address. */
export function keptMediaId(pathname: string): string | null {
  if (!pathname.startsWith(prefix)) return null;
  const [id = '', rendition, ...rest] = pathname.slice(prefix.length).split('/');
  return id !== '' && rendition && rest.length === 0 ? decodeURIComponent(id) : null;
}

/** The server's current time as far as the device can know it, epoch ms. */
export function serverNow({ skew, seen }: Pick<KeptSession, 'skew' | 'seen'>, deviceNow: number): number {
  return Math.max(seen, deviceNow + skew);
}

/** Bytes of piece `n` of a file. */
export function chunkLength({ size, chunkSize }: Pick<KeptFile, 'size' | 'chunkSize'>, n: number): number {
  return Math.max(0, Math.min(chunkSize, size - n * chunkSize));
}

/** A record as a response for the cache. */
export function recordOf(value: KeptSession | KeptFile | KeptLicence): Response {
  return new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });
}
