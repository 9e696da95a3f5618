import type { DownloadFileRow, DownloadRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { abortError, OfflineError } from '#shared/lib/errors.ts';
import { chunkAddress } from '#shared/lib/worker/keptMedia.ts';
import { getManifest } from './api.ts';
import { missingBits } from './bitmap.ts';
import { openKept, putChunk } from './chunkStore.ts';
import { AddressEndedError, FileChangedError, FileGoneError } from './failures.ts';
import { fetchPiece } from './fetchPiece.ts';
import { markChunk, measureRows, putFiles } from './local.ts';
import { chunkCount } from './model.ts';

/** How many pieces are fetched at the same time (offline.md 4.4). */
const atOnce = 2;
/** The pauses between attempts at one piece, ms; after the last one it fails. */
const pausesMs = [500, 2000];
/** How often new addresses are requested in one run before the file counts as gone. */
const mostRenewals = 4;

type Job = { db: UserDb; row: DownloadRow; signal: AbortSignal };
type Piece = { file: DownloadFileRow; n: number };

/**
 * Fetches every missing piece of a lesson, two at a time. Each piece is stored and recorded before the next: a killed
 * tab loses at most the pieces in progress (offline.md 3.75).
 *
 * @throws OfflineError, FileGoneError, an error of the storage, or an `AbortError` after which no request is made.
 */
export async function fetchFiles(job: Job): Promise<void> {
  for (let renewals = 0; ; renewals += 1) {
    try {
      return await fetchMissing(job);
    } catch (error) {
      const isOld = error instanceof AddressEndedError || error instanceof FileChangedError;
      if (!isOld) throw error;
      if (renewals >= mostRenewals) throw new FileGoneError(error.message);
      await renewFiles(job);
    }
  }
}

/** Gets new addresses, and new versions of files that have changed: their pieces start again. */
async function renewFiles({ db, row, signal }: Job): Promise<void> {
  const manifest = await getManifest(row.inventory, signal);
  const listed = new Set(manifest.files.map(({ id }) => id));
  if (row.files.some((id) => !listed.has(id))) throw new FileGoneError(row.key);
  await putFiles(db, manifest, new Set(row.files));
  const sharing = await db.downloads.where('inventory').equals(row.inventory).primaryKeys();
  await measureRows(db, sharing);
}

/** The missing pieces; small files first, so that the progress the learner sees is that of the long video. */
async function missingPieces({ db, row }: Job): Promise<Piece[]> {
  const files = (await db.downloadFiles.bulkGet(row.files)).filter((file) => file !== undefined);
  return files
    .sort((a, b) => a.size - b.size)
    .flatMap((file) => missingBits(file.bitmap, chunkCount(file)).map((n) => ({ file, n })));
}

async function fetchMissing(job: Job): Promise<void> {
  const queue = await missingPieces(job);
  const cache = await openKept(job.db);
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  job.signal.addEventListener('abort', giveUp);
  if (job.signal.aborted) giveUp();
  const lane = async () => {
    for (let piece = queue.shift(); piece; piece = queue.shift()) {
      await keepPiece({ ...job, signal: stop.signal }, cache, piece);
    }
  };
  const lanes = Array.from({ length: Math.min(atOnce, queue.length) }, lane);
  try {
    await Promise.all(lanes);
  } finally {
    // Stops the other lane, too, and waits for it: after a cancel nothing is requested or stored any more.
    giveUp();
    job.signal.removeEventListener('abort', giveUp);
    await Promise.allSettled(lanes);
  }
}

async function keepPiece({ db, signal }: Job, cache: Cache, { file, n }: Piece): Promise<void> {
  const bytes = await withTries(file, n, signal);
  if (signal.aborted) throw abortError();
  await putChunk(cache, file, n, bytes);
  const drop = () => cache.delete(chunkAddress(file.id, file.etag, n));
  const isWanted = await markChunk(db, file, n, true).catch(async (error: unknown) => {
    // No room to record the piece, so its bytes are deleted again.
    await drop();
    throw error;
  });
  // Cancelled in the meantime: the piece is deleted, too.
  if (!isWanted) await drop();
}

async function withTries(file: DownloadFileRow, n: number, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let tries = 0; ; tries += 1) {
    if (signal.aborted) throw abortError();
    try {
      return await fetchPiece(file, n, signal);
    } catch (error) {
      const wait = pausesMs[tries];
      if (!(error instanceof OfflineError) || wait === undefined) throw error;
      await pause(wait * (0.75 + Math.random() / 2), signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(abortError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
