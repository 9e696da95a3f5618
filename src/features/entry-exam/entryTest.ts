import type { EntrySubject, EntryTest } from '#contracts/entryExam.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { now } from '#shared/lib/time/clock.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { finishTest, getTest, putAnswers, startSubject, submitSubject } from './api.ts';
import { keptTests } from './keptTests.ts';
import {
  isClosed,
  type Job,
  joinKept,
  type Kept,
  nextJob,
  runningOf,
  withAnswer,
  withHandedIn,
  withPlace,
  withSaved,
  withTest,
} from './model.ts';

/** How far the answers have come: the server has all · on the way · no way to it now. */
export type Sync = 'saved' | 'sending' | 'away';

/** What the screen shows. `isLasting`: the device keeps it. `error`: why the test could not be read or changed. */
export type View = { kept: Kept | null; isLasting: boolean; sync: Sync; isBusy: boolean; error: unknown };

/** A little while in which answers are gathered before they are sent, ms. */
const gatherMs = 1000;
/** Before another try when the server is there and did not take it, ms; twice as long after each further failure. */
const againMs = 5000;
const longestMs = 60_000;
/** The same when nothing answers, ms: only in case that nobody tells of the return. */
const awayMs = 30_000;
const tickMs = 500;

/**
 * How long to wait after so many failures in a row, ms. Without a server the return is noticed (connectivity); else as
 * it says.
 */
function waitAfter(error: unknown, failures: number): number {
  if (connectivity.get().state !== 'online') return awayMs;
  if (error instanceof HttpError && error.retryAfter) return error.retryAfter * 1000;
  return Math.min(againMs * 2 ** (failures - 1), longestMs);
}

const isOnline = () => connectivity.get().state === 'online';

/** Whether the server has said that this subject, or the whole link, takes nothing any more. */
function isRefused(error: unknown): boolean {
  return error instanceof HttpError && [404, 409, 410].includes(error.status);
}

/**
 * A test behind a mailed link, on this device: every change is kept here first and sent as soon as there is a way. One
 * call at a time; a call that gets lost is made again with what stands then.
 *
 * @param token of the link; `null`: the test that this device opened last.
 */
export function createEntryTest(token: string | null) {
  const found = keptTests.find(token)?.kept ?? null;
  const link = token ?? found?.token ?? null;
  const store = createObservable<View>({
    kept: found,
    isLasting: true,
    sync: found !== null && nextJob(found) !== null ? 'sending' : 'saved',
    isBusy: false,
    error: null,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  /** Failures in a row although the server was there, and when the pause after them is over, epoch ms. */
  let failed = { times: 0, until: 0 };
  let isStopped = false;

  const set = (change: Partial<View>) => store.set({ ...store.get(), ...change });
  const keep = (kept: Kept) => set({ kept, isLasting: keptTests.write(kept, now()) });
  const take = (test: EntryTest) => {
    if (link !== null) keep(withTest(store.get().kept ?? keptTests.read(test.id)?.kept ?? null, link, test));
  };
  const isPending = () => {
    const { kept } = store.get();
    return kept !== null && nextJob(kept) !== null;
  };

  /** There may be a way again: sends at once, unless the server was there all the time and has not taken it. */
  const sendAgain = () => {
    const left = failed.until - now();
    if (left <= 0 || left > longestMs) void sendAll();
  };

  const sendLater = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void sendAll(), ms);
  };

  const send = async (job: Job, by: string) => {
    if (job.kind === 'submit') {
      take(await submitSubject(by, job.subject, job.answers));
      return;
    }
    const saved = await putAnswers(by, job.subject, job.answers);
    const { kept } = store.get();
    if (kept) keep(withSaved(kept, job, saved));
  };

  const refresh = async () => {
    if (link === null) return;
    try {
      take(await getTest(link));
      set({ error: null });
    } catch (error) {
      // With a copy on the device only the end of the link is news; no way to the server is told by the frame.
      if (isRefused(error) || store.get().kept === null) set({ error });
    }
  };

  /** Sends until the server has everything; waits for a way when there is none. */
  const sendAll = async () => {
    if (isSending || link === null) return;
    isSending = true;
    clearTimeout(timer);
    try {
      for (;;) {
        const { kept } = store.get();
        const job = kept && nextJob(kept);
        if (!job || isStopped) break;
        if (store.get().sync !== 'away') set({ sync: 'sending' });
        await send(job, link);
        failed = { times: 0, until: 0 };
      }
      set({ sync: 'saved' });
    } catch (error) {
      set({ sync: 'away' });
      if (isRefused(error)) await refresh();
      const times = isOnline() ? failed.times + 1 : failed.times;
      const wait = waitAfter(error, times);
      failed = { times, until: isOnline() ? now() + wait : 0 };
      if (isPending()) {
        sendLater(wait);
      } else set({ sync: 'saved' });
    } finally {
      isSending = false;
    }
  };

  /** A step that needs the server: begin a subject, end the test. */
  const step = async (call: (by: string) => Promise<EntryTest>) => {
    if (store.get().isBusy || link === null) return;
    set({ isBusy: true, error: null });
    try {
      take(await call(link));
    } catch (error) {
      if (isRefused(error)) await refresh();
      set({ error });
    } finally {
      set({ isBusy: false });
    }
  };

  const change = (next: (kept: Kept) => Kept) => {
    const { kept } = store.get();
    const changed = kept && next(kept);
    if (changed && changed !== kept) keep(changed);
  };

  const handIn = (subject: EntrySubject) => {
    change((kept) => withHandedIn(kept, subject));
    void sendAll();
  };

  /** Hands in what the clock has ended. */
  const look = () => {
    const { kept } = store.get();
    const sitting = kept && runningOf(kept);
    if (!sitting || kept.handedIn.includes(sitting.id)) return;
    if (isClosed(kept, sitting, serverNow())) handIn(sitting.id);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    refresh,
    answer(id: string, value: string): void {
      change((kept) => {
        const sitting = runningOf(kept);
        return sitting ? withAnswer(kept, sitting, id, value, serverNow()) : kept;
      });
      if (!isPending()) return;
      if (store.get().sync === 'saved') set({ sync: 'sending' });
      if (!isSending && connectivity.get().state === 'online') sendLater(gatherMs);
    },
    open(place: number): void {
      change((kept) => {
        const sitting = runningOf(kept);
        return sitting ? withPlace(kept, sitting, place) : kept;
      });
    },
    begin: (subject: EntrySubject) => step((by) => startSubject(by, subject)),
    finish: () => step(finishTest),
    handIn,
    forget(): void {
      const { kept } = store.get();
      if (kept) keptTests.forget(kept.test.id);
    },
    /** Reads the test and sends what waits, now and whenever there is a way again. Answers how to stop. */
    start(): () => void {
      isStopped = false;
      keptTests.forgetOld();
      void refresh().then(sendAll);
      const ticks = setInterval(look, tickMs);
      const stopWatching = connectivity.subscribe(() => {
        if (connectivity.get().state !== 'online') return;
        if (isPending()) sendAgain();
        else if (store.get().error !== null) void refresh();
      });
      const onStorage = ({ key }: StorageEvent) => {
        const { kept } = store.get();
        const other = kept && keptTests.isKeyOf(kept.test.id, key) ? keptTests.read(kept.test.id) : null;
        if (kept && other) set({ kept: joinKept(kept, other.kept) });
      };
      const onVisible = () => {
        if (document.visibilityState !== 'visible') return;
        if (isPending()) sendAgain();
        else void refresh();
      };
      addEventListener('storage', onStorage);
      document.addEventListener('visibilitychange', onVisible);
      return () => {
        isStopped = true;
        clearTimeout(timer);
        clearInterval(ticks);
        stopWatching();
        removeEventListener('storage', onStorage);
        document.removeEventListener('visibilitychange', onVisible);
      };
    },
  };
}

export type EntryTestStore = ReturnType<typeof createEntryTest>;
