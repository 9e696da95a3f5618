import { now } from '#shared/lib/time/clock.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import type { PageMessage, WarmAnswer } from '#shared/lib/worker/workerMessages.ts';
import { thisBrowser } from './browser.ts';
import { type AutomaticCheck, type Facts, neededBytes } from './facts.ts';
import { measureSpeed } from './speed.ts';

/** Longest wait in ms for the worker on a first visit, for the rest of the app, and for a database. */
const patienceMs = 20_000;
const probeName = 'environment-check';

/**
 * The app's private folder (OPFS). Private windows of Firefox and Safari have the API but refuse it; without the API
 * nothing is known.
 */
async function openFolder(): Promise<FileSystemDirectoryHandle | 'shut' | null> {
  if (typeof navigator.storage?.getDirectory !== 'function') return null;
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return 'shut';
  }
}

/**
 * Whether the browser refuses the space that an exam needs. It is requested and released without being written, because
 * Chrome reports the same free space on every device (offline.md 3.52).
 */
async function isRoomRefused(folder: FileSystemDirectoryHandle): Promise<boolean> {
  let stream: FileSystemWritableFileStream | undefined;
  try {
    const file = await folder.getFileHandle(probeName, { create: true });
    stream = await file.createWritable();
    await stream.truncate(neededBytes);
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError';
  } finally {
    await stream?.abort().catch(() => undefined);
    await folder.removeEntry(probeName).catch(() => undefined);
  }
}

async function readFree(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0));
  } catch {
    return null;
  }
}

async function measureStorage(): Promise<Facts> {
  const folder = await openFolder();
  const isFull = folder !== null && folder !== 'shut' && (await isRoomRefused(folder));
  return { storage: { free: await readFree(), isFull, isPrivate: folder === 'shut' } };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Writes a row into its own database, and reads it back through another connection. */
async function writeAndRead(): Promise<boolean> {
  const opening = indexedDB.open(probeName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  const writing = await settled(opening);
  const written = `answer ${Math.random()}`;
  try {
    const change = writing.transaction('rows', 'readwrite');
    change.objectStore('rows').put(written, 'answer');
    await new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error);
    });
  } finally {
    writing.close();
  }
  const reading = await settled(indexedDB.open(probeName));
  try {
    return (await settled(reading.transaction('rows').objectStore('rows').get('answer'))) === written;
  } finally {
    reading.close();
    indexedDB.deleteDatabase(probeName);
  }
}

function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), patienceMs);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A database that does not answer, as happens on iPhones, counts as not working, like one that refuses. */
async function measureDatabase(signal: AbortSignal): Promise<Facts> {
  try {
    return { database: (await within(writeAndRead(), signal)) === true };
  } catch (error) {
    signal.throwIfAborted();
    console.warn('rehearsal: the database does not work', error);
    return { database: false };
  }
}

function askWorker(active: ServiceWorker, message: PageMessage): Promise<WarmAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<WarmAnswer>) => {
      port1.close();
      resolve(data);
    };
    active.postMessage(message, [port2]);
  });
}

/** Whether the app opens without a network; missing files are fetched first. */
async function measureWorker(signal: AbortSignal): Promise<Facts> {
  if (!('serviceWorker' in navigator)) return { worker: 'none' };
  const active = (await within(navigator.serviceWorker.ready, signal))?.active;
  if (!active) return { worker: 'none' };
  const answer = await within(askWorker(active, { type: 'warm' }), signal);
  return { worker: answer?.missing === 0 ? 'whole' : 'part' };
}

/**
 * Every answer of the server shows how wrong the device clock is; a new request makes sure that the value is current.
 */
async function measureClock(signal: AbortSignal): Promise<Facts> {
  await connectivity.check();
  signal.throwIfAborted();
  const isReached = connectivity.get().state === 'online';
  return { clock: { aheadMs: isReached ? Math.round(serverNow() - now()) : null } };
}

/** Makes one check that runs without the learner. Rejects only when it is stopped. */
export async function measure(name: AutomaticCheck, signal: AbortSignal): Promise<Facts> {
  signal.throwIfAborted();
  switch (name) {
    case 'browser':
      return { browser: thisBrowser() };
    case 'storage':
      return measureStorage();
    case 'database':
      return measureDatabase(signal);
    case 'worker':
      return measureWorker(signal);
    case 'clock':
      return measureClock(signal);
    case 'speed':
      return { speed: { bytesPerSecond: await measureSpeed(signal) } };
  }
}
