import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { searchWords } from '#shared/lib/text/fold.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { type KeptCaptions, showWhileIndexing, updateIndex } from './indexing.ts';
import { type Found, findAll, type MarkedTitle, type NoteText, type Shelf } from './model.ts';

/** Data of other features that is searched, too; a route passes it in. */
export type SearchSources = {
  notes: (db: UserDb) => Promise<NoteText[]>;
  marked: (db: UserDb) => Promise<MarkedTitle[]>;
  captions: (db: UserDb) => Promise<KeptCaptions[]>;
};

/** Everything on the device that can be searched, and the learner's item of each course, for links. */
export type SearchShelf = Shelf & { inventories: ReadonlyMap<string, string> };

/** The state of the screen. `shelf` is `undefined` while the device is read. */
export type Search = {
  shelf: SearchShelf | undefined;
  /** The index is being updated: more may be found in a moment. */
  isIndexing: boolean;
  hasFailed: boolean;
  words: string[];
  found: Found | undefined;
  retry: () => void;
};

/** Most hits per group that the screen can show. */
const mostHits = 300;

/** Searches the device while the learner types; works without a connection. */
export function useSearch(query: string, sources: SearchSources): Search {
  const { shelf, isIndexing, hasFailed, retry } = useShelf(sources);
  const asked = useDeferredValue(query);
  const words = useMemo(() => searchWords(asked), [asked]);
  const found = useMemo(() => shelf && findAll(shelf, words, mostHits), [shelf, words]);
  return { shelf, isIndexing, hasFailed, words, found, retry };
}

function useShelf(sources: SearchSources) {
  const [shelf, setShelf] = useState<SearchShelf>();
  const [isIndexing, setIndexing] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const stamp = useStored(readStamp, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads anew, and so does what has come since
  useEffect(() => {
    if (stamp === undefined) return;
    let isOpen = true;
    const db = currentDb();
    const show = async () => {
      const read = await readShelf(db, sources);
      if (isOpen) setShelf(read);
    };
    setFailed(false);
    setIndexing(true);
    showWhileIndexing(db, { captions: sources.captions, show, pause: breathe })
      .catch((error: unknown) => {
        console.warn('search: the device cannot be read', error);
        if (isOpen) setFailed(true);
      })
      .finally(() => isOpen && setIndexing(false));
    return () => {
      isOpen = false;
    };
  }, [sources, attempt, stamp]);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  return { shelf, isIndexing, hasFailed, retry };
}

/** Changes when courses or kept lessons are added or removed while the screen is open; their keys alone show this. */
async function readStamp(): Promise<string> {
  try {
    const { courses, downloads } = currentDb();
    const [count, newest, ready] = await Promise.all([
      courses.count(),
      courses.orderBy('saved_at').reverse().limit(1).keys(),
      downloads.where('state').equals('ready').primaryKeys(),
    ]);
    return [count, newest, ready].join(' ');
  } catch {
    return '';
  }
}

async function readShelf(db: UserDb, { notes, marked }: SearchSources): Promise<SearchShelf> {
  const inventories = new Map<string, string>();
  const [rows, ownNotes, ownMarks] = await Promise.all([
    db.search.toArray(),
    notes(db),
    marked(db),
    db.inventories
      .orderBy('course')
      .eachKey((course, { primaryKey }) => inventories.set(String(course), primaryKey)),
  ]);
  return { rows, notes: ownNotes, marked: ownMarks, inventories };
}

/**
 * The screen waits for this work. So it does not wait for idle time, only yields once so that the learner's input is
 * handled.
 */
function breathe(): Promise<void> {
  return pause();
}

/**
 * Keeps the index up to date in the background, so that the first search need not build it. Returns how to stop. It
 * works in idle time only.
 */
export function indexBehind(db: UserDb, captions: SearchSources['captions']): () => void {
  let isStopped = false;
  const idle = () =>
    new Promise<void>((resolve, reject) =>
      whenIdle(() => (isStopped ? reject(new Error('stopped')) : resolve())),
    );
  const work = async () => {
    await idle();
    await updateIndex(db, await captions(db), idle);
  };
  work().catch((error: unknown) => {
    if (!isStopped) console.warn('search: the index was not brought up to date', error);
  });
  return () => {
    isStopped = true;
  };
}
