import { type PackFile, type PackManifest, packManifestSchema } from '#contracts/examAttempt.ts';
import { env } from '../env.ts';
import { abortError, HttpError, isAbort, OfflineError } from '../errors.ts';
import { getJson } from '../http/json.ts';
import { now } from '../time/clock.ts';
import { readFailure } from '../transport/readFailure.ts';
import type { ExamDb } from './examDb.ts';
import { filesOf, openPackStore, type PackStore } from './packStore.ts';
import { rangeOf } from './pieces.ts';
import { type PackRow, packId } from './rows.ts';

/** Limit of one piece, ms: 256 KiB on a very slow line. */
const pieceLimitMs = 60_000;

/** The pack is not what the server says it is, also after it was loaded again: the exam must not start with it. */
export class DamagedPackError extends Error {
  constructor(file: string) {
    super(`${file} is damaged`);
    this.name = 'DamagedPackError';
  }
}

/** Which pack to bring. `base`: of the exam's calls. */
export type PackOf = { base: string; exam: string; subject: string };

/** How much of it is here, 0 to 1. */
export type OnProgress = (share: number) => void;

/** Loads a piece. Where ranges are not served, the whole file comes and the piece is cut out. */
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
  // A page of a Wi-Fi login stands where the piece was asked for.
  if ((response.headers.get('content-type') ?? '').startsWith('text/html')) throw new OfflineError('captive');
  const piece = response.status === 206 ? body : body.slice(from, to + 1);
  if (piece.byteLength !== bytes)
    throw new OfflineError('network', new Error(`piece ${n} has another length`));
  return piece;
}

async function bring(
  store: PackStore,
  file: PackFile,
  signal: AbortSignal,
  onPiece: () => void,
): Promise<void> {
  for (let n = 0; n < file.pieces; n += 1) {
    if (signal.aborted) throw abortError();
    if (!(await store.has(file, n))) await store.put(file, n, await fetchPiece(file, n, signal));
    onPiece();
  }
}

/**
 * Brings the pack of a subject to the device (exams.md 3.4 S1): piece by piece, going on where it broke off; then each file is
 * held against its sum, and one that is damaged is loaded again once.
 *
 * @throws what a call throws; DamagedPackError when it stays damaged; an `AbortError` when nobody wants it any more.
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
  let done = 0;
  const row: PackRow = {
    id: packId(exam, subject),
    exam,
    subject,
    manifest,
    done,
    isReady: false,
    at: now(),
  };
  await db.packs.put(row);
  onProgress(0);
  const onPiece = () => {
    done += 1;
    onProgress(Math.min(1, done / Math.max(1, total)));
  };
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
  await db.packs.put(ready);
  await store.dropFormer().catch((error: unknown) => console.warn('exam: a former pack stays', error));
  onProgress(1);
  return ready;
}

/** Whether a pack that was ready once is whole still; the browser may have thrown it away. */
export async function isPackHere(db: ExamDb, row: PackRow): Promise<boolean> {
  try {
    const store = await openPackStore({ db: db.name, exam: row.exam, manifest: row.manifest });
    for (const file of row.manifest.files)
      for (let n = 0; n < file.pieces; n += 1) if (!(await store.has(file, n))) return false;
    return row.isReady;
  } catch (error) {
    if (isAbort(error)) throw error;
    return false;
  }
}
