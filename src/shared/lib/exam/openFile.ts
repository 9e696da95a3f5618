import { writeMakingRoom } from '../storage/saving.ts';
import { heardCache, reviewFilesCache } from './fileCaches.ts';

/** A file on the page, for `src`; `release`: it is not shown any more. */
export type OpenFile = { src: string; release: () => void };

/** How much of what was heard is kept, bytes; what was heard first gives way. */
const mostHeardBytes = 32 * 1024 * 1024;

/** The signature in an address changes, so a file is identified by its path alone. */
export function fileKey(url: string): string {
  return new URL(url, location.href).pathname;
}

/** A file as it is kept: its size can be asked without reading it. */
export function keptResponse(file: Blob): Response {
  const headers = { 'Content-Type': file.type, 'Content-Length': String(file.size) };
  return new Response(file, { headers });
}

/** Loads a file. `gone`: its address has expired; `null`: there is no such file. */
export async function loadFile(url: string): Promise<Blob | 'gone' | null> {
  const answer = await fetch(url, { cache: 'no-store' });
  if (answer.ok) return answer.blob();
  return answer.status === 403 ? 'gone' : null;
}

/** A kept file, whoever kept it. Where there is no cache, for example without https, this rejects. */
async function keptFile(key: string): Promise<Response | undefined> {
  return (
    (await (await caches.open(reviewFilesCache)).match(key)) ??
    (await (await caches.open(heardCache)).match(key))
  );
}

type OpenOptions = {
  /** Asks for a fresh address. */
  renew: () => Promise<string | null>;
  /** Keeps what was loaded; it may fail. */
  keep: (key: string, file: Blob) => Promise<unknown>;
};

/**
 * Opens a file of a question that was taken: the kept one, else that of the server. `null`: there is no such file.
 *
 * @throws what the network throws.
 */
export async function openFile(url: string, { renew, keep }: OpenOptions): Promise<OpenFile | null> {
  const key = fileKey(url);
  const kept = await keptFile(key).catch(() => undefined);
  let file: Blob | 'gone' | null = kept ? await kept.blob() : await loadFile(url);
  if (file === 'gone') {
    const fresh = await renew();
    file = fresh === null ? null : await loadFile(fresh);
  }
  if (file === null || file === 'gone') return null;
  if (!kept) await keep(key, file).catch(() => undefined);
  const src = URL.createObjectURL(file);
  return { src, release: () => URL.revokeObjectURL(src) };
}

/** Keeps a sound that was heard beside an answer, in its own cache: the review deletes files that none of its cards has. */
export async function keepHeard(key: string, file: Blob): Promise<void> {
  const cache = await caches.open(heardCache);
  await writeMakingRoom(() => cache.put(key, keptResponse(file)));
  let used = 0;
  for (const request of (await cache.keys()).toReversed()) {
    used += Number((await cache.match(request))?.headers.get('Content-Length'));
    if (used > mostHeardBytes) await cache.delete(request);
  }
}

/** Drops a kept file that cannot be played, so that it is loaded again. */
export async function dropFile(url: string): Promise<void> {
  const key = fileKey(url);
  for (const name of [reviewFilesCache, heardCache]) await (await caches.open(name)).delete(key);
}
