import type { Rendition } from '#contracts/offline.ts';

/**
 * Where kept lessons lie on the device and how they are addressed; read by the page, which writes them, and by the
 * worker, which plays them (offline.md 4.1). Every account has a cache of its own, so
 * that a logout is one deletion; pieces are plain whole answers, because a 206 cannot be stored (offline.md 3.72).
 */

/** The small cache that says whose session is on the device. Without it nothing kept is handed out. */
export const sessionCacheName = 'dl-session';
/** The one entry of that cache: `KeptSession` as JSON. */
export const sessionAddress = '/__session';

/** Whose session it is, and what the server's clock says: a clock put back must not prolong a licence. */
export type KeptSession = {
  cache: string;
  /** Server's time minus the device's, ms. */
  skew: number;
  /** The latest time the server has ever named, epoch ms. */
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

/** Where piece `n` of a file lies. */
export function chunkAddress(id: string, etag: string, n: number): string {
  return `${chunksOf(id)}${encodeURIComponent(etag)}/${n}`;
}

/** What the addresses of all pieces of a file begin with, whatever their version. */
export function chunksOf(id: string): string {
  return `/__chunk/${encodeURIComponent(id)}/`;
}

/** Where the record of a file lies: a `KeptFile` as JSON. */
export function fileAddress(id: string): string {
  return `/__file/${encodeURIComponent(id)}`;
}

/** Where a licence lies: a `KeptLicence` as JSON. */
export function licenceAddress(inventory: string): string {
  return `/__licence/${encodeURIComponent(inventory)}`;
}

const prefix = '/media/offline/';

/** Address under which the worker plays a kept file. `rendition` is for the reader; the id decides. */
export function keptMediaUrl(id: string, rendition: Rendition | 'file'): string {
  return `${prefix}${encodeURIComponent(id)}/${rendition}`;
}

/** The file an address of a kept file names; `null` for any other address. */
export function keptMediaId(pathname: string): string | null {
  if (!pathname.startsWith(prefix)) return null;
  const [id = '', rendition, ...rest] = pathname.slice(prefix.length).split('/');
  return id !== '' && rendition && rest.length === 0 ? decodeURIComponent(id) : null;
}

/** The server's present time as far as the device can know it, epoch ms. */
export function serverNow({ skew, seen }: Pick<KeptSession, 'skew' | 'seen'>, deviceNow: number): number {
  return Math.max(seen, deviceNow + skew);
}

/** Bytes of piece `n` of a file. */
export function chunkLength({ size, chunkSize }: Pick<KeptFile, 'size' | 'chunkSize'>, n: number): number {
  return Math.max(0, Math.min(chunkSize, size - n * chunkSize));
}

/** A record as it is stored in a cache. */
export function recordOf(value: KeptSession | KeptFile | KeptLicence): Response {
  return new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });
}
