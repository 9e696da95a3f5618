/** One attempt on its own device; the test provides its disk, clocks and timers. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { vi } from 'vitest';
import { createAttempt, type RunningAttempt } from './attempt.ts';
import { createAttemptStore } from './attemptStore.ts';
import { declareExamVersions, type ExamDb } from './examDb.ts';
import { newAttemptRow } from './newAttemptRow.ts';
import { createServer, id, type ScriptedServer, start } from './scriptedServer.ts';

/** Saved before the timers are replaced. */
const later = setTimeout;

/** One turn of the event loop, without the millisecond that a timer takes. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Hashes and ciphers on their way: threads of their own compute them, which a busy machine lets wait. */
let computing = 0;

/** Counts what `settled` waits for. `close` of the bench restores the methods. */
function countComputing(): void {
  for (const name of ['digest', 'importKey', 'decrypt'] as const) {
    const real = crypto.subtle[name].bind(crypto.subtle) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(crypto.subtle, name as 'digest').mockImplementation(async (...args: unknown[]) => {
      computing += 1;
      try {
        return (await real(...args)) as ArrayBuffer;
      } finally {
        computing -= 1;
      }
    });
  }
}

/** Disk and hashing take real time, whatever the fake timers say: the disk turns of the loop, hashing what it takes. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 10; round += computing === 0 ? 1 : 0) {
    for (let nth = 0; nth < 3; nth += 1) await turn();
    await new Promise((resolve) => later(resolve));
  }
}

export type AttemptBench = {
  server: ScriptedServer;
  db: ExamDb;
  /** Content of `localStorage`. */
  kept: Record<string, string>;
  /** Opens the page of the attempt anew. */
  open(): Promise<RunningAttempt>;
  /** Moves all clocks forward by this many ms without running a timer. */
  skip(ms: number): void;
  /** Sets the device's wall clock forward by this many ms, or back; no other clock. */
  setWall(ms: number): void;
  /** The device sleeps this many ms: its monotonic clock stands still, all others go on (exams.md 3.5). */
  sleep(ms: number): void;
  /** The page is shown, or hidden: tells the attempt afterwards, as the room does. */
  show(isSeen: boolean, attempt: RunningAttempt): void;
  /**
   * Moves clocks and timers forward step by step, and waits for their effects.
   *
   * @param step ms; for a long time use steps of seconds, so that the page runs that many ticks in each step.
   */
  pass(ms: number, step?: number): Promise<void>;
  /** Restores what was replaced. */
  close(): Promise<void>;
};

/** Replaces timers and `localStorage`, and stores an attempt that has just started. Close it after the test. */
export async function openBench(): Promise<AttemptBench> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  countComputing();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => bench.kept[key] ?? null,
    setItem: (key: string, value: string) => {
      bench.kept[key] = value;
    },
    removeItem: (key: string) => {
      delete bench.kept[key];
    },
  });
  let wallAt = start;
  let monoAt = 1000;
  let isSeen = true;
  const time = { wall: () => wallAt, mono: () => monoAt };
  const server = createServer();
  const db = new Dexie('x_test') as ExamDb;
  declareExamVersions(db);
  await db.open();
  const row = newAttemptRow(server.attempt(), {
    base: '/b/',
    kind: 'university',
    examName: '模試',
    subjectName: '数学',
    at: wallAt,
  });
  await db.attempts.put({ ...row, clock: { since: start, sinceLo: start, sinceWall: wallAt, lo: start } });
  const bench: AttemptBench = {
    server,
    db,
    kept: {},
    open: async () => {
      const stored = await createAttemptStore(db, id, () => undefined).load();
      if (!stored) throw new Error('not there');
      const made = createAttempt(stored, {
        db,
        calls: server.calls,
        time,
        random: () => 0.5,
        device: async () => ({ device_id: 'device-1', device_label: 'パソコン' }),
        isSeen: () => isSeen,
      });
      await made.start();
      await settled();
      return made;
    },
    skip: (ms) => {
      wallAt += ms;
      monoAt += ms;
      server.now += ms;
    },
    setWall: (ms) => {
      wallAt += ms;
    },
    sleep: (ms) => {
      wallAt += ms;
      server.now += ms;
    },
    show: (next, attempt) => {
      isSeen = next;
      attempt.note(next ? 'shown' : 'hidden');
      if (next) attempt.wake();
    },
    pass: async (ms, step = 500) => {
      for (let passed = 0; passed < ms; passed += step) {
        bench.skip(step);
        await vi.advanceTimersByTimeAsync(step);
        await settled();
      }
    },
    close: async () => {
      await db.delete();
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    },
  };
  return bench;
}
