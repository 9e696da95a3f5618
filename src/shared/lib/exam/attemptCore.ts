import { createObservable } from '../observable/observable.ts';
import type * as attemptCalls from './attemptCalls.ts';
import { type AttemptStore, createAttemptStore, type StoredAttempt } from './attemptStore.ts';
import { type AttemptNews, type AttemptView, saveStateOf } from './attemptView.ts';
import { hasDirty, type LocalCells } from './cells.ts';
import { createDeviceClock, pageTime, type TimeSources } from './deviceClock.ts';
import { createEventLog, type LogHead } from './eventLog.ts';
import { type ExamDb, isExamDbPassing } from './examDb.ts';
import type { AttemptRow } from './rows.ts';
import { afterChange, afterSuccess, type Pace, withoutStorageMs } from './savePace.ts';
import { createSpentCounter } from './spentTime.ts';
import type { Turn } from './tabTurn.ts';

/** The calls an attempt makes; tests replace them. */
export type AttemptCalls = Pick<
  typeof attemptCalls,
  'putAnswers' | 'postSubmit' | 'getAttempt' | 'postLease'
>;

/**
 * The dependencies of an attempt. `device`: id and name of this device, for the lease. `isSeen`: whether the page can be
 * seen.
 */
export type AttemptDeps = {
  db: ExamDb;
  calls: AttemptCalls;
  time?: TimeSources;
  random?: () => number;
  device: () => Promise<{ device_id: string; device_label: string }>;
  isSeen?: () => boolean;
};

type Part<Kind> = Kind extends AttemptNews ? Omit<Kind, 'id'> : never;

/**
 * The state of one attempt in this tab, and what follows from it: who writes, what is unsent, when the next call is
 * due. The actions are in attemptTyping.ts, attemptExchange.ts and attemptHandIn.ts.
 */
export function createAttemptCore(stored: StoredAttempt, deps: AttemptDeps) {
  const { db, time = pageTime, random = Math.random } = deps;
  const { id } = stored.row;
  let hasStorage = !isExamDbPassing();
  let row = stored.row;
  let cells: LocalCells = stored.cells;
  let turn: Turn = 'reader';
  let isAside = false;
  let news: AttemptNews | null = null;
  let newsCount = 0;
  let isRefused = false;
  let failures = 0;
  let unsentSince: number | null = hasDirty(cells) ? time.mono() : null;
  /** Monotonic ms at which the next call is due. */
  let dueAt = time.mono();

  const clock = createDeviceClock(row.clock, time);
  // Its count is stored with the next write of the row, at the latest with the clock's write every 5 s.
  const spent = createSpentCounter(time.mono);
  const onHealth = (isWell: boolean) => {
    if (hasStorage === isWell) return;
    hasStorage = isWell;
    if (!isWell) {
      void log.add('storage_full', clock.read());
      dueAt = Math.min(dueAt, time.mono() + withoutStorageMs);
    }
    publish();
  };
  const store: AttemptStore = createAttemptStore(db, id, onHealth, () => cells);
  const log = createEventLog(
    { n: row.n, h: row.h },
    {
      isWriter: () => turn === 'writer' && !isAside,
      keep: async (event) => {
        const { n, h } = row;
        row = { ...spent.addTo(row), n: event.n, h: event.h };
        const isKept = await store.keepEvent(event, row);
        if (!isKept) row = { ...row, n, h };
        return isKept;
      },
    },
  );
  log.load(stored.events, { n: row.n, h: row.h });

  const save = () =>
    saveStateOf({ row, cells, hasStorage, isRefused, failures, unsentSince, now: time.mono() });
  const view = createObservable<AttemptView>({ row, cells, turn, save: save(), news });

  const publish = () => {
    const former = view.get();
    const next: AttemptView = { row, cells, turn, save: save(), news };
    const isSameSave =
      former.save.kind === next.save.kind &&
      (next.save.kind !== 'saved' || former.save.kind !== 'saved' || former.save.at === next.save.at);
    if (isSameSave) next.save = former.save;
    const isSame =
      isSameSave &&
      former.row === row &&
      former.cells === cells &&
      former.turn === turn &&
      former.news === news;
    if (!isSame) view.set(next);
  };

  const pace = (retryAfterMs = 0): Pace => ({
    failures,
    retryAfterMs,
    saveEveryMs: row.saveEvery * 1000,
    hasStorage,
  });

  return {
    id,
    deps,
    view,
    clock,
    store,
    log,
    random,
    spent,
    mono: time.mono,
    time,
    publish,
    pace,
    row: () => row,
    cells: () => cells,
    /**
     * Whether this page writes and sends. A frozen page does not, although its screen may still look like the writer's.
     */
    turn: (): Turn => (isAside ? 'waiting' : turn),
    isAside: () => isAside,
    failures: () => failures,
    hasStorage: () => hasStorage,
    setTurn(next: Turn): void {
      turn = next;
      isAside = false;
      publish();
    },
    /** Gives the turn away without changing the view: the page is frozen or being left. */
    putAside(): void {
      isAside = true;
    },
    /** This device writes under a new epoch: it begins a new log (exams.md 3.4 S8). */
    beginEpoch({ epoch, ...head }: LogHead & { epoch: number }): Promise<void> {
      return log.restart(head, () => {
        row = { ...spent.addTo(row), ...head, epoch, eventsTo: head.n };
        return store.startLog(row);
      });
    },
    /** Changes the state of the attempt, in memory and on the disk. */
    async change(part: Partial<AttemptRow>): Promise<void> {
      row = { ...spent.addTo(row), ...part };
      publish();
      await store.keepRow(row);
    },
    /** The same, together with the answers that the server sent. */
    async take(part: Partial<AttemptRow>, next: LocalCells): Promise<void> {
      const before = cells;
      row = { ...spent.addTo(row), ...part };
      cells = next;
      unsentSince = hasDirty(next) ? (unsentSince ?? time.mono()) : null;
      publish();
      await store.keepAnswer(row, before, next);
    },
    /** Takes over what another tab has written meanwhile. */
    reload(fresh: StoredAttempt): void {
      row = fresh.row;
      cells = fresh.cells;
      unsentSince = hasDirty(cells) ? time.mono() : null;
      log.load(fresh.events, { n: row.n, h: row.h });
      publish();
    },
    /** Stores a changed answer: it is in the journal when this returns. */
    put(slot: string, next: LocalCells): void {
      const cell = next[slot];
      if (!cell) return;
      cells = next;
      row = { ...row, clock: clock.kept(), touchedAt: Math.round(time.wall()) };
      store.note(slot, cell, row);
      if (unsentSince === null) {
        unsentSince = time.mono();
        dueAt = Math.min(dueAt, time.mono() + afterChange(pace(), random()));
      }
      publish();
    },
    tell(part: Part<AttemptNews>): void {
      newsCount += 1;
      news = { id: newsCount, ...part } as AttemptNews;
      publish();
    },
    /** A call succeeded. */
    succeeded(): void {
      failures = 0;
      isRefused = false;
      // Input typed during the call counts as unsent from now on.
      unsentSince = hasDirty(cells) ? time.mono() : null;
      dueAt =
        time.mono() + (unsentSince === null ? afterSuccess(pace(), random()) : afterChange(pace(), random()));
      publish();
    },
    /** A call failed; the next one is due after `waitMs`. */
    failed(waitMs: number, isRefusal: boolean): void {
      failures += 1;
      isRefused = isRefusal;
      dueAt = time.mono() + waitMs;
      publish();
    },
    isDue: (): boolean => time.mono() >= dueAt,
    /** Makes the next call due after this time at the latest. */
    hurry(ms = 0): void {
      dueAt = Math.min(dueAt, time.mono() + ms);
    },
    /** Makes the next call due after this time, not earlier. */
    wait(ms: number): void {
      dueAt = time.mono() + ms;
    },
  };
}

export type AttemptCore = ReturnType<typeof createAttemptCore>;
