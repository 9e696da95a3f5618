import { isLineSparedFor, watchLine } from '#features/download/learnerLine.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { completeApp, isAppWhole } from './appFiles.ts';
import { dropForgotten } from './chunkStore.ts';
import { type LessonData, pauseAll, runDownloader } from './engine.ts';
import { endByClock, renewLicence, wantNewLicence } from './licence.ts';
import { tellRows } from './local.ts';
import { resumesByItself } from './model.ts';
import { noteHole } from './verify.ts';

/** A download that waits for the network although the server seems to answer is retried after this time, ms. */
const retryMs = 30_000;
/** The longest such pause after repeated failures, ms. */
const longestRetryMs = 60_000;

/** Resumes downloads whose reason to pause is over. @returns whether there were any. */
async function wakeDownloads(db: UserDb): Promise<boolean> {
  if (connectivity.get().state !== 'online') return false;
  const isSpared = await isLineSparedFor(db);
  const keys = await db.downloads
    .filter((row) => resumesByItself(row) && !(row.reason === 'metered' && isSpared && !row.any_line))
    .primaryKeys();
  await tellRows(db, keys, { type: 'resume' });
  return keys.length > 0;
}

/**
 * The line or the learner's switch has changed: downloads that may not use the line stop at once, the others resume.
 */
async function followLine(db: UserDb): Promise<void> {
  if (await isLineSparedFor(db)) await pauseAll(db, 'metered');
  await wakeDownloads(db);
}

/**
 * A lesson counts as ready only with all files of the app, so the files of a new version are fetched while there is a
 * connection.
 */
async function lookAfterApp(db: UserDb): Promise<void> {
  if ((await db.downloads.count()) === 0) return;
  if (connectivity.get().state === 'online' && !(await isLineSparedFor(db))) await completeApp();
  else await isAppWhole();
}

function quietly(work: Promise<unknown>): void {
  work.catch((error: unknown) => console.warn('downloads', error));
}

/**
 * Keeps the learner's downloads running: at the start of the app, when the page comes to the front, when the server
 * answers again and when the line changes (offline.md 4.6). Returns how to stop.
 */
export function startDownloads(db: UserDb, data: LessonData): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const wake = () => quietly(wakeDownloads(db));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = retryMs;
  const wakeAgain = async () => {
    pauseMs = (await wakeDownloads(db)) ? Math.min(pauseMs * 2, longestRetryMs) : retryMs;
  };
  const wakeLater = () => {
    if (!signal.aborted) timer = setTimeout(() => quietly(wakeAgain().finally(wakeLater)), pauseMs);
  };
  const back = () => {
    if (connectivity.get().state !== 'online') return;
    wantNewLicence();
    quietly(renewLicence(db, signal));
    quietly(lookAfterApp(db));
    wake();
  };
  wantNewLicence();
  quietly(dropForgotten(db));
  quietly(endByClock(db));
  quietly(lookAfterApp(db));
  wake();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible') return;
      quietly(endByClock(db));
      // After repeated failures only the timer retries.
      if (pauseMs === retryMs) wake();
    },
    { signal },
  );
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data: message }: MessageEvent<WorkerMessage>) => {
      if (message?.type === 'hole') quietly(noteHole(db, message.file, message.etag, message.piece));
    },
    { signal },
  );
  wakeLater();
  const stops = [
    connectivity.subscribe(back),
    watchLine(db, () => quietly(followLine(db))),
    runDownloader(db, data),
    () => clearTimeout(timer),
  ];
  return () => {
    stop.abort();
    for (const end of stops) end();
  };
}
