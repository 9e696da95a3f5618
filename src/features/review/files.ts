import type { ReviewCard } from '#contracts/review.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { reviewFilesCache } from '#shared/lib/exam/fileCaches.ts';
import {
  dropFile,
  fileKey,
  keptResponse,
  loadFile,
  type OpenFile,
  openFile,
} from '#shared/lib/exam/openFile.ts';
import { writeMakingRoom } from '#shared/lib/storage/saving.ts';

/** How much all kept files may take, bytes. */
const mostBytes = 64 * 1024 * 1024;

/** The files of cards, each once, in the order of the cards. */
function filesOf(cards: readonly ReviewCard[]): { key: string; url: string; card: ReviewCard }[] {
  const files = cards.flatMap((card) => card.files.map(({ url }) => ({ key: fileKey(url), url, card })));
  const seen = new Set<string>();
  return files.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** Where files are kept; `caches` in the app. Keys are paths. */
export type FileStore = {
  keys: () => Promise<string[]>;
  /** Bytes of a kept file; `null`: it is not kept. */
  size: (key: string) => Promise<number | null>;
  /** Rejects when there is no room. */
  put: (key: string, file: Blob) => Promise<void>;
  drop: (key: string) => Promise<unknown>;
};

/** Loads a file. `gone`: its address has expired; `null`: there is no such file. */
type LoadFile = (url: string) => Promise<Blob | 'gone' | null>;

type KeepOptions = {
  store: FileStore;
  load: LoadFile;
  /** Asks the server for the cards anew, with fresh addresses. */
  renew: (cards: readonly ReviewCard[]) => Promise<ReviewCard[]>;
  most: number;
  /** Cards whose files are not loaded now; what is kept of them stays. */
  later?: ReadonlySet<ReviewCard>;
};

/**
 * Keeps the files of cards, the first ones first, as far as the bytes go. What does not fit any more, and what belongs to
 * no card, is dropped. Rejects when the network or the room ends; what is kept by then stays.
 */
export async function keepWithin(
  cards: readonly ReviewCard[],
  { store, load, renew, most, later }: KeepOptions,
): Promise<void> {
  const files = filesOf(cards);
  const wanted = new Set(files.map(({ key }) => key));
  for (const key of await store.keys()) if (!wanted.has(key)) await store.drop(key);
  let fresh: Map<string, string> | null = null;
  let used = 0;
  let isFull = false;
  for (const [at, { key, url, card }] of files.entries()) {
    const size = await store.size(key);
    if (isFull || used + (size ?? 0) > most) {
      isFull = true;
      if (size !== null) await store.drop(key);
      continue;
    }
    if (size !== null) {
      used += size;
      continue;
    }
    if (later?.has(card)) continue;
    let file = await load(fresh?.get(key) ?? url);
    if (file === 'gone' && fresh === null) {
      fresh = new Map(filesOf(await renew(cards)).map((one) => [one.key, one.url]));
      file = await load(fresh.get(key) ?? url);
    }
    if (file === null || file === 'gone') continue;
    isFull = used + file.size > most;
    if (isFull) continue;
    await putBefore(store, { key, file, after: files.slice(at + 1) });
    used += file.size;
  }
}

/**
 * Stores a file; while there is no room, what is asked last gives way, as far as that is asked after it. The store itself
 * has given up the kept public pages before.
 */
async function putBefore(
  store: FileStore,
  { key, file, after }: { key: string; file: Blob; after: readonly { key: string }[] },
): Promise<void> {
  const last = [...after].reverse();
  for (;;) {
    try {
      return await store.put(key, file);
    } catch (error) {
      if (!(await dropFirst(store, last))) throw error;
    }
  }
}

/** Drops the first of these files that is kept, and takes those before it off the list; false: none is. */
async function dropFirst(store: FileStore, files: { key: string }[]): Promise<boolean> {
  for (let next = files.shift(); next; next = files.shift()) {
    if ((await store.size(next.key)) === null) continue;
    await store.drop(next.key);
    return true;
  }
  return false;
}

const cachedFiles: FileStore = {
  keys: async () => {
    const requests = await (await caches.open(reviewFilesCache)).keys();
    return requests.map(({ url }) => fileKey(url));
  },
  size: async (key) => {
    const kept = await (await caches.open(reviewFilesCache)).match(key);
    if (!kept) return null;
    const told = kept.headers.get('Content-Length');
    return told === null ? (await kept.blob()).size : Number(told);
  },
  put: async (key, file) => {
    const cache = await caches.open(reviewFilesCache);
    await writeMakingRoom(() => cache.put(key, keptResponse(file)));
  },
  drop: async (key) => (await caches.open(reviewFilesCache)).delete(key),
};

/** Keeps the files of all cards that may come up, the first ones first. A failed or full store is no error. */
export async function keepFiles(
  cards: readonly ReviewCard[],
  options: Pick<KeepOptions, 'renew' | 'later'>,
): Promise<void> {
  if (typeof caches === 'undefined') return;
  try {
    await keepWithin(cards, { ...options, store: cachedFiles, load: loadFile, most: mostBytes });
  } catch (error) {
    console.warn('review: files are kept later', error);
  }
}

const addressIn = (card: ReviewCard | undefined, name: string) =>
  card?.files.find((file) => file.name === name)?.url ?? null;

/** A card's file: the kept one, else from the server, by a fresh address if need be. */
export async function fileOf(card: ReviewCard, name: string): Promise<OpenFile | null> {
  const url = addressIn(card, name);
  if (url === null) return null;
  const renew = async () => {
    // Only an expired address needs it.
    const { renewFiles } = await import('./sync.ts');
    const [fresh] = await renewFiles(currentDb(), [card]);
    return addressIn(fresh, name);
  };
  return openFile(url, { renew, keep: cachedFiles.put });
}

/** Drops a kept file of a card that cannot be played, so that it is loaded again. */
export async function dropFileOf(card: ReviewCard, name: string): Promise<void> {
  const url = addressIn(card, name);
  if (url !== null) await dropFile(url);
}
