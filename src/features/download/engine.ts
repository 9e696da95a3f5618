import { liveQuery } from 'dexie';
import { isLineSparedFor } from '#features/download/learnerLine.ts';
import type { DownloadRow, PauseReason } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { HttpError, isAbort, isOutage } from '#shared/lib/errors.ts';
import { holdBusy } from '#shared/lib/loading/busy.ts';
import { savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { now } from '#shared/lib/time/clock.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { completeApp } from './appFiles.ts';
import { FileGoneError, isStorageFull } from './failures.ts';
import { fetchFiles } from './fetchFiles.ts';
import { endByClock, renewLicence } from './licence.ts';
import { readCap, readUsedBytes, tellRows } from './local.ts';
import { isActive } from './model.ts';
import { reconcile, verifyFiles } from './verify.ts';

/** The pause before another attempt when the device has no room even for the state of a download, ms. */
const fullPauseMs = 30_000;

/** What a lesson needs besides its files: its text, its books, its place in the course. */
export type LessonData = {
  /** Loads it onto the device; throws what a call throws. */
  keep: (row: DownloadRow) => Promise<void>;
  /** Whether it is on the device. */
  isKept: (row: DownloadRow) => Promise<boolean>;
};

/** The downloads that wait for the downloader, live over all tabs. */
type Queue = { rows: () => DownloadRow[]; changed: () => Promise<void>; stop: () => void };

function watchQueue(db: UserDb, onChange: () => void): Queue {
  let rows: DownloadRow[] = [];
  let tell = () => {};
  let next = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const read = async () =>
    (await db.downloads.filter(isActive).toArray()).sort((a, b) => a.queued_at - b.queued_at);
  const subscription = liveQuery(read).subscribe({
    next: (found) => {
      rows = found;
      onChange();
      tell();
      next = new Promise<void>((resolve) => {
        tell = resolve;
      });
    },
    error: (error: unknown) => console.warn('downloads: queue not read', error),
  });
  return {
    rows: () => rows,
    changed: () => next,
    stop: () => {
      subscription.unsubscribe();
      tell();
    },
  };
}

/**
 * The downloader: only one tab works at a time (Web Lock `download`), the others are ready to take over. Returns how to
 * stop it.
 */
export function runDownloader(db: UserDb, data: LessonData): () => void {
  const stop = new AbortController();
  holdLock('download', () => work(db, data, stop.signal)).catch((error: unknown) => {
    if (!stop.signal.aborted) console.error('downloads', error);
  });
  return () => stop.abort();
}

async function work(db: UserDb, data: LessonData, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await endByClock(db).catch(noRoom);
  await reconcile(db).catch(noRoom);
  let current: { key: string; abort: AbortController } | null = null;
  const queue = watchQueue(db, () => {
    // Paused or cancelled, here or in another tab: running requests end at once (offline.md 3.79).
    if (current && !queue.rows().some(({ key }) => key === current?.key)) current.abort.abort();
  });
  signal.addEventListener('abort', () => {
    current?.abort.abort();
    queue.stop();
  });
  await renewLicence(db, signal).catch(() => undefined);
  await keepData(db, data).catch(noRoom);
  while (!signal.aborted) {
    const changed = queue.changed();
    const [row] = queue.rows();
    if (!row) {
      await changed;
      continue;
    }
    const abort = new AbortController();
    current = { key: row.key, abort };
    const release = holdBusy('download');
    try {
      await keepLesson(db, row, data, abort.signal);
    } catch (error) {
      // If not even the reason can be stored, the lesson stays in the queue and is tried again later.
      if (!signal.aborted)
        await pauseFor(db, row, error, abort.signal).catch((cause) => restAfter(cause, signal));
    } finally {
      current = null;
      release();
    }
    await settled(queue, row.key, changed);
  }
}

/** The device has no room for the state of the downloads: the learner is told once, and the downloader continues. */
function noRoom(error: unknown): void {
  console.warn('downloads: not written down', error);
  savingFailedBehind(error);
}

async function restAfter(error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  noRoom(error);
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([pause(fullPauseMs), stopped]);
}

/**
 * The lists may have been deleted (by the settings, or a forced end of the session): loads again what kept lessons
 * need.
 */
async function keepData(db: UserDb, data: LessonData): Promise<void> {
  for (const row of await db.downloads.where('state').equals('ready').toArray()) {
    if (await data.isKept(row)) continue;
    const isKept = await data.keep(row).then(
      () => data.isKept(row),
      () => false,
    );
    if (!isKept) await tellRows(db, [row.key], { type: 'damaged' }, { error: 'data', ready_at: null });
  }
}

/** Waits for the queue, because the live query reports this tab's own writes a moment later. */
async function settled(queue: Queue, key: string, changed: Promise<void>): Promise<void> {
  if (queue.rows()[0]?.key === key) await Promise.race([changed, pause(250)]);
}

async function keepLesson(
  db: UserDb,
  row: DownloadRow,
  data: LessonData,
  signal: AbortSignal,
): Promise<void> {
  await tellRows(db, [row.key], { type: 'start' });
  if (!row.any_line && (await isLineSparedFor(db))) return pauseAll(db, 'metered');
  await renewLicence(db, signal);
  const fresh = await db.downloads.get(row.key);
  if (!fresh || !isActive(fresh)) return;
  if ((await readUsedBytes(db)) + fresh.size - fresh.bytes > (await readCap(db))) {
    return pauseAll(db, 'cap');
  }
  await fetchFiles({ db, row: fresh, signal });
  await tellRows(db, [row.key], { type: 'stored' });
  await verify(db, fresh, data);
}

/**
 * 「オフラインで見られます」 is shown only after this check: every byte of every file, the lesson's own data, and every file of the
 * app, pdf.js with its character maps and fonts included (offline.md 2.1).
 */
async function verify(db: UserDb, row: DownloadRow, data: LessonData): Promise<void> {
  if (!(await verifyFiles(db, row.files))) {
    return tellRows(db, [row.key], { type: 'damaged' }, { error: 'bytes', ready_at: null });
  }
  if (!(await data.isKept(row))) await data.keep(row);
  const isWhole = (await completeApp()) && (await data.isKept(row));
  if (!isWhole) return pauseAll(db, 'network', 'app');
  await tellRows(db, [row.key], { type: 'verified' }, { ready_at: now(), error: null });
}

/** Pauses all downloads that would fail for the same reason, and stores the reason. */
async function pauseFor(db: UserDb, row: DownloadRow, error: unknown, signal: AbortSignal): Promise<void> {
  if (isAbort(error) && signal.aborted) return;
  if (isStorageFull(error)) return pauseAll(db, 'quota', 'storage');
  if (error instanceof FileGoneError) {
    return tellRows(db, [row.key], { type: 'damaged' }, { error: 'gone', ready_at: null });
  }
  if (error instanceof HttpError && error.code === 'device_limit') return pauseAll(db, 'devices');
  if (error instanceof HttpError && (error.status === 403 || error.status === 404)) {
    return tellRows(db, [row.key], { type: 'ended' }, { valid_until: null });
  }
  if (!isOutage(error)) console.warn('downloads', error);
  await pauseAll(db, document.visibilityState === 'hidden' ? 'background' : 'network');
  await connectivity.check();
}

/**
 * Pauses all active downloads with the same reason. If there is no room to store this, they stay as they are in the
 * database.
 */
export async function pauseAll(db: UserDb, reason: PauseReason, error: string | null = null): Promise<void> {
  const keys = await db.downloads
    .filter((row) => isActive(row) && !(reason === 'metered' && row.any_line))
    .primaryKeys();
  await tellRows(db, keys, { type: 'pause', reason }, { error });
}
