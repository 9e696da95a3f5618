import type { DownloadFileRow } from '#shared/lib/db/downloadRows.ts';
import { OfflineError } from '#shared/lib/errors.ts';
import { chunkLength } from '#shared/lib/worker/keptMedia.ts';
import { AddressEndedError, FileChangedError } from './failures.ts';
import { sha256 } from './sums.ts';

/** A piece that delivers no byte for this long is given up, ms (offline.md 4.4). */
const stallMs = 30_000;

/**
 * Fetches piece `n` of a file by a range request, on condition that the file still has the same version. It checks
 * total size, length and checksum. Nothing is stored here.
 *
 * @throws AddressEndedError, FileChangedError, OfflineError (no answer, silence, an unexpected answer, wrong bytes), or
 * an `AbortError` when `signal` is aborted.
 */
export async function fetchPiece(
  file: DownloadFileRow,
  n: number,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const length = chunkLength({ size: file.size, chunkSize: file.chunk_size }, n);
  const from = n * file.chunk_size;
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  signal.addEventListener('abort', giveUp);
  let timer = setTimeout(giveUp, stallMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, stallMs);
  };
  try {
    const response = await fetch(file.url, {
      headers: { Range: `bytes=${from}-${from + length - 1}`, 'If-Range': file.etag },
      cache: 'no-store',
      signal: stop.signal,
    });
    alive();
    checkAnswer(response, file, from, length);
    const bytes = await readBody(response, length, alive);
    if ((await sha256(bytes.buffer)) !== file.chunks[n])
      throw new OfflineError('network', 'the bytes are not the promised ones');
    return bytes.buffer;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof TypeError || stop.signal.aborted) throw new OfflineError('network', error);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** Checks status and headers of a piece. Throws if something is wrong. */
function checkAnswer(response: Response, file: DownloadFileRow, from: number, length: number): void {
  const { status, headers } = response;
  if (status === 401 || status === 403 || status === 404) throw new AddressEndedError(`${status}`);
  const isPage = /^text\/html\b/.test(headers.get('content-type') ?? '');
  if (isPage || response.redirected) throw new OfflineError('captive');
  if (status === 200 || status === 416) throw new FileChangedError(`${status}`);
  if (status !== 206) throw new OfflineError('network', status);
  const isWanted = headers.get('content-range') === `bytes ${from}-${from + length - 1}/${file.size}`;
  const etag = headers.get('etag');
  if (!isWanted || (etag !== null && etag !== file.etag)) throw new FileChangedError('206');
}

/** Reads exactly `length` bytes; `alive` is called with each part that arrives. */
async function readBody(
  response: Response,
  length: number,
  alive: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    alive();
    if (filled + value.byteLength > length) throw new OfflineError('network', 'too many bytes');
    bytes.set(value, filled);
    filled += value.byteLength;
  }
  if (filled !== length) throw new OfflineError('network', 'too few bytes');
  return bytes;
}
