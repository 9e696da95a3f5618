import { readRange } from '#contracts/byteRange.ts';
import {
  chunkAddress,
  chunkLength,
  fileAddress,
  type KeptFile,
  type KeptLicence,
  type KeptSession,
  licenceAddress,
  serverNow,
  sessionAddress,
  sessionCacheName,
} from '#shared/lib/worker/keptMedia.ts';
import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { worker } from './scope.ts';

/** A kept file that exists and may be played. */
type Found = { cache: Cache; id: string; file: KeptFile };

/**
 * Plays a kept file (offline.md 4.3). It answers ranges exactly, streams piece by piece and never shortens the answer:
 * some engines wait forever for the rest (offline.md 3.71, 3.73, 3.74). It works only for the account whose session is
 * on the device, and only while the licence is valid by the server's clock.
 */
export async function answerKept(request: Request, id: string): Promise<Response> {
  const found = await find(id);
  if (found instanceof Response) return found;
  const { type, size, etag } = found.file;
  const headers = new Headers({ 'Content-Type': type, 'Accept-Ranges': 'bytes', ETag: etag });
  headers.set('Cache-Control', 'no-store');
  const range = readRange(request.headers.get('range') ?? undefined, size);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  headers.set('Content-Length', String(to - from + 1));
  if (range) headers.set('Content-Range', `bytes ${from}-${to}/${size}`);
  return new Response(streamOf(found, from, to), { status: range ? 206 : 200, headers });
}

function refuse(status: 403 | 404, code: string): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return new Response(JSON.stringify({ code }), { status, headers });
}

async function read<Value>(cache: Cache, address: string): Promise<Value | null> {
  const entry = await cache.match(address);
  return entry ? ((await entry.json()) as Value) : null;
}

async function find(id: string): Promise<Found | Response> {
  if (!(await caches.has(sessionCacheName))) return refuse(403, 'no_session');
  const session = await read<KeptSession>(await caches.open(sessionCacheName), sessionAddress);
  if (!session) return refuse(403, 'no_session');
  if (!(await caches.has(session.cache))) return refuse(404, 'not_kept');
  const cache = await caches.open(session.cache);
  const file = await read<KeptFile>(cache, fileAddress(id));
  if (!file) return refuse(404, 'not_kept');
  const licence = await read<KeptLicence>(cache, licenceAddress(file.licence));
  if (!licence || licence.validUntil <= serverNow(session, Date.now())) return refuse(403, 'license_ended');
  return { cache, id, file };
}

/** The bytes from `from` to `to`, both inclusive. Only one piece is in memory at a time; it is read when needed. */
function streamOf(found: Found, from: number, to: number): ReadableStream<Uint8Array> {
  const { chunkSize } = found.file;
  let at = from;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      if (at > to) return controller.close();
      const n = Math.floor(at / chunkSize);
      const piece = await pieceOf(found, n);
      if (!piece) {
        controller.error(new Error(`piece ${n} of a kept file is missing`));
        return tellHole(found, n);
      }
      const first = n * chunkSize;
      controller.enqueue(new Uint8Array(piece).subarray(at - first, to + 1 - first));
      at = Math.min(first + piece.byteLength, to + 1);
      if (at > to) controller.close();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A piece of the right length; `null`: it is missing or truncated. */
async function pieceOf({ cache, id, file }: Found, n: number): Promise<ArrayBuffer | null> {
  const entry = await cache.match(chunkAddress(id, file.etag, n));
  const bytes = await entry?.arrayBuffer();
  return bytes?.byteLength === chunkLength(file, n) ? bytes : null;
}

/** Tells the pages to mark the lesson for repair (offline.md 3.78). */
async function tellHole({ id, file }: Found, n: number): Promise<void> {
  const message: WorkerMessage = { type: 'hole', file: id, etag: file.etag, piece: n };
  for (const page of await worker.clients.matchAll({ type: 'window' })) page.postMessage(message);
}
