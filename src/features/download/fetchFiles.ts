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

/** Pieces on their way at the same time (offline.md 4.4). */
const atOnce = 2;
/** How often one piece is tried, with growing pauses, ms. */
const pausesMs = [500, 2000];
/** How often new addresses are asked for in one go before the file counts as gone. */
const mostRenewals = 4;

type Job = { db: UserDb; row: DownloadRow; signal: AbortSignal };
type Piece = { file: DownloadFileRow; n: number };

/**
 * Brings every missing piece of a lesson to the device, two at a time, each one stored and written down before the
 * next: a tab that dies loses at most what was on its way (offline.md 3.75).
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

/** New addresses, and other versions where files have changed: their pieces begin anew. */
async function renewFiles({ db, row, signal }: Job): Promise<void> {
  const manifest = await getManifest(row.inventory, signal);
  const listed = new Set(manifest.files.map(({ id }) => id));
  if (row.files.some((id) => !listed.has(id))) throw new FileGoneError(row.key);
  await putFiles(db, manifest, new Set(row.files));
  const sharing = await db.downloads.where('inventory').equals(row.inventory).primaryKeys();
  await measureRows(db, sharing);
}

/** Pieces that are missing; small files first, so that the long video is what the learner sees progress of. */
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
    // The other lane ends too, and is waited for: after a cancel nothing is asked or stored any more.
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
    // No room for the checkpoint: the piece gives its own back.
    await drop();
    throw error;
  });
  // Cancelled meanwhile: then the piece goes too.
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
