import { Dexie } from 'dexie';
import { IDBDatabase as FakeDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { declareExamVersions, type ExamDb } from '#shared/lib/exam/examDb.ts';
import { createLocks } from './locks.ts';
import { asTab, type TabAround } from './tabGlobals.ts';

/** A browser that is killed may lose what localStorage was given so shortly before, ms (exams.md 1, P1). */
export const storageLagMs = 1_000;

type Written = { at: number; key: string; before: string | null };
type Timer = { id: number; at: number; every: number | null; run: () => void };

/** Transactions that run, by their connection. */
const running = new WeakMap<object, Set<IDBTransaction>>();

/** Lets it be seen which transactions run, so that a tab can die in the middle of one. @returns puts it back. */
export function watchTransactions(): () => void {
  const own = FakeDatabase.prototype.transaction;
  FakeDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    const made = own.apply(this, given);
    const live = running.get(this) ?? new Set();
    running.set(this, live.add(made));
    for (const end of ['complete', 'abort']) made.addEventListener(end, () => void live.delete(made));
    return made;
  };
  return () => {
    FakeDatabase.prototype.transaction = own;
  };
}

/** What a browser keeps, and the tabs that run in it. `trueNow`: the real time, epoch ms. */
export function createBrowser(trueNow: () => number) {
  const locks = createLocks();
  const listeners = new Set<{ name: string; tell(data: unknown): void }>();
  let storage = new Map<string, string>();
  let written: Written[] = [];
  let factory = new IDBFactory();

  const note = (key: string) => {
    written = written.filter(({ at }) => trueNow() - at <= storageLagMs);
    written.push({ at: trueNow(), key, before: storage.get(key) ?? null });
  };

  return {
    /** All site data is cleared. The tabs have to end before. */
    clear(): void {
      storage = new Map();
      written = [];
      factory = new IDBFactory();
    },
    /** The databases go and localStorage stays: what a browser does that runs out of room. */
    evict(): void {
      factory = new IDBFactory();
    },
    /** The process dies: localStorage may not have come to the disk for so long. */
    loseLast(ms: number): void {
      for (const { at, key, before } of written.reverse()) {
        if (trueNow() - at > ms) break;
        if (before === null) storage.delete(key);
        else storage.set(key, before);
      }
      written = [];
    },
    /** Opens a tab. */
    openTab: () => createTab(),
  };

  function createTab() {
    let isGone = false;
    let timers: Timer[] = [];
    let lastId = 0;
    const channels: { name: string; tell(data: unknown): void }[] = [];
    let db: ExamDb | null = null;
    const live = () => (db && running.get(db.backendDB())) ?? new Set<IDBTransaction>();

    const owner = {
      run: (work: () => void) => {
        if (!isGone) asTab(around, work);
      },
    };
    const around: TabAround = {
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => {
          if (isGone) return;
          note(key);
          storage.set(key, value);
        },
        removeItem: (key) => {
          if (isGone) return;
          note(key);
          storage.delete(key);
        },
      },
      locks: {
        request: (name: string, ...rest: unknown[]) => {
          const callback = rest.at(-1) as (lock: object | null) => unknown;
          const options = (rest.length > 1 ? rest[0] : {}) as object;
          return locks.request(owner, name, options, callback) as Promise<never>;
        },
      },
      channel: (name) => {
        const mine = {
          name,
          heard: [] as ((event: { data: unknown }) => void)[],
          tell: (data: unknown) => {
            for (const hear of mine.heard) owner.run(() => hear({ data }));
          },
        };
        listeners.add(mine);
        channels.push(mine);
        return {
          postMessage: (data: unknown) => {
            for (const other of listeners) if (other !== mine && other.name === name) other.tell(data);
          },
          close: () => void listeners.delete(mine),
          addEventListener: (_type: string, hear: unknown) => {
            mine.heard.push(hear as (event: { data: unknown }) => void);
          },
        };
      },
      timers: {
        set: (run, ms, isRepeated) => {
          lastId += 1;
          timers.push({ id: lastId, at: trueNow() + ms, every: isRepeated ? ms : null, run });
          return lastId;
        },
        clear: (id) => {
          timers = timers.filter((timer) => timer.id !== id);
        },
      },
    };

    return {
      run: <Result>(work: () => Result): Result => asTab(around, work),
      isGone: () => isGone,
      /** Whether its database works. */
      isBusy: () => !isGone && live().size > 0,
      /** A connection of this tab to the exams of the browser. */
      async openDb(): Promise<ExamDb> {
        const opened = new Dexie('x_chaos', { indexedDB: factory, IDBKeyRange }) as ExamDb;
        declareExamVersions(opened);
        await asTab(around, () => opened.open());
        db = opened;
        return opened;
      },
      /** Timers that are due; one that repeats comes once, however long it was not looked at, as in a throttled tab. */
      tick(): void {
        for (const timer of [...timers]) {
          if (isGone || timer.at > trueNow() || !timers.includes(timer)) continue;
          if (timer.every === null) timers = timers.filter((one) => one !== timer);
          else timer.at = trueNow() + timer.every;
          owner.run(timer.run);
        }
      },
      /** The tab ends now, in the middle of whatever it does. `isAborting`: what was being written did not come through. */
      kill(isAborting: boolean): void {
        isGone = true;
        timers = [];
        for (const one of channels) listeners.delete(one);
        if (isAborting)
          for (const transaction of live()) {
            try {
              transaction.abort();
            } catch {
              // It has just come through.
            }
          }
        db?.close();
        locks.forget(owner);
      },
    };
  }
}

export type Browser = ReturnType<typeof createBrowser>;
export type BrowserTab = ReturnType<Browser['openTab']>;
