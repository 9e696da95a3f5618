import { type PackFile, type PackManifest, packManifestSchema } from '#contracts/examAttempt.ts';
import { env } from '../env.ts';
import { abortError, HttpError, isAbort, OfflineError } from '../errors.ts';
import { getJson } from '../http/json.ts';
import { writeMakingRoom } from '../storage/saving.ts';
import { now } from '../time/clock.ts';
import { pause } from '../time/pause.ts';
import { readFailure } from '../transport/readFailure.ts';
import type { ExamDb } from './examDb.ts';
import { filesOf, openPackStore, type PackStore } from './packStore.ts';
import { rangeOf } from './pieces.ts';
import { type PackRow, packId } from './rows.ts';

/** Limit of one piece, ms: 256 KiB on a very slow line. */
const pieceLimitMs = 60_000;
/** Pauses before a failed piece is requested again, ms; after that the learner is told. */
const againAfterMs = [1000, 3000];

/** The pack does not match the server's manifest, even after it was loaded again: the exam must not start with it. */
export class DamagedPackError extends Error {
  constructor(file: string) {
    super(`${file} is damaged`);
    this.name = 'DamagedPackError';
  }
}

/** The pack to load. `base`: of the exam's calls. */
export type PackOf = { base: string; exam: string; subject: string };

/** Told the loaded share, 0 to 1. */
export type OnProgress = (share: number) => void;

/** Loads a piece. If the server does not support ranges, the whole file is loaded and the piece cut out. */
async function fetchPiece(file: PackFile, n: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const { from, to, bytes } = rangeOf(file.bytes, n);
  const limit = AbortSignal.timeout(pieceLimitMs);
  const url = file.url.startsWith('/') ? env.apiBase + file.url : file.url;
  let response: Response;
  let body: ArrayBuffer;
  try {
    response = await fetch(url, {
      headers: { Range: `bytes=${from}-${to}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, limit]),
    });
    body = await response.arrayBuffer();
  } catch (error) {
    if (signal.aborted) throw abortError();
    throw new OfflineError('network', error);
  }
  if (!response.ok) {
    const data: unknown = null;
    throw new HttpError({
      status: response.status,
      data,
      failure: readFailure(data),
      call: `GET ${file.name}`,
    });
  }
  // A Wi-Fi login page answered instead of the piece.
  if ((response.headers.get('content-type') ?? '').startsWith('text/html')) throw new OfflineError('captive');
  const piece = response.status === 206 ? body : body.slice(from, to + 1);
  if (piece.byteLength !== bytes)
    throw new OfflineError('network', new Error(`piece ${n} has another length`));
  return piece;
}

/** The same with retries, for an unstable connection. */
async function fetchPieceAgain(file: PackFile, n: number, signal: AbortSignal): Promise<ArrayBuffer> {
  for (const waitMs of againAfterMs) {
    try {
      return await fetchPiece(file, n, signal);
    } catch (error) {
      if (!(error instanceof OfflineError)) throw error;
      await pause(waitMs);
      if (signal.aborted) throw abortError();
    }
  }
  return fetchPiece(file, n, signal);
}

async function bring(
  store: PackStore,
  file: PackFile,
  signal: AbortSignal,
  onPiece: () => void,
): Promise<void> {
  for (let n = 0; n < file.pieces; n += 1) {
    if (signal.aborted) throw abortError();
    if (await store.has(file, n)) continue;
    await store.put(file, n, await fetchPieceAgain(file, n, signal));
    onPiece();
  }
}

async function countHere(store: PackStore, files: readonly PackFile[]): Promise<number> {
  let here = 0;
  for (const file of files) for (let n = 0; n < file.pieces; n += 1) if (await store.has(file, n)) here += 1;
  return here;
}

/**
 * Loads the pack of a subject onto the device (exams.md 3.4 S1), piece by piece, and continues an interrupted load.
 * Then the hash of each file is checked; a damaged file is loaded again once.
 *
 * @throws what a call throws; DamagedPackError if it stays damaged; an `AbortError` if the caller cancels.
 */
export async function preparePack(
  db: ExamDb,
  { base, exam, subject }: PackOf,
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<PackRow> {
  const manifest: PackManifest = await getJson(`${base}pack/${encodeURIComponent(subject)}/`, {
    schema: packManifestSchema,
    isReload: true,
    whileMaintenance: 'stay',
  });
  const store = await openPackStore({ db: db.name, exam, manifest });
  const files = filesOf(manifest);
  const total = files.reduce((sum, { pieces }) => sum + pieces, 0);
  let done = await countHere(store, files);
  const id = packId(exam, subject);
  const former = await db.packs.get(id);
  // While a file of a complete pack is loaded again, the others still open: that load may be cut off, too.
  const isReady = former?.isReady === true && former.manifest.version === manifest.version;
  const row: PackRow = { id, exam, subject, manifest, done, isReady, at: now() };
  await writeMakingRoom(() => db.packs.put(row));
  const tell = () => onProgress(Math.min(1, done / Math.max(1, total)));
  const onPiece = () => {
    done += 1;
    tell();
  };
  tell();
  for (const file of files) {
    await bring(store, file, signal, onPiece);
    if (await store.isWhole(file)) continue;
    await store.drop(file);
    done -= file.pieces;
    await bring(store, file, signal, onPiece);
    if (!(await store.isWhole(file))) {
      await store.drop(file);
      throw new DamagedPackError(file.name);
    }
  }
  const ready: PackRow = { ...row, done: total, isReady: true, at: now() };
  await writeMakingRoom(() => db.packs.put(ready));
  await store.dropFormer().catch((error: unknown) => console.warn('exam: a former pack stays', error));
  onProgress(1);
  return ready;
}

/**
 * The stored share of a pack, 0 to 1; the browser may have deleted pieces. A damaged file counts as not here: each piece
 * is read for this anyway, and the browser hashes beside the page.
 */
export async function packShare(db: ExamDb, exam: string, subject: string): Promise<number> {
  try {
    const row = await db.packs.get(packId(exam, subject));
    if (!row) return 0;
    const store = await openPackStore({ db: db.name, exam, manifest: row.manifest });
    const files = filesOf(row.manifest);
    const total = files.reduce((sum, { pieces }) => sum + pieces, 0);
    let here = 0;
    for (const file of files) {
      if (await store.isWhole(file)) {
        here += file.pieces;
        continue;
      }
      const found = await countHere(store, [file]);
      if (found < file.pieces) here += found;
    }
    return here / Math.max(1, total);
  } catch (error) {
    if (isAbort(error)) throw error;
    return 0;
  }
}
