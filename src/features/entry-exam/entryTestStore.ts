import type { EntrySubject, EntryTest } from '#contracts/entryExam.ts';
import type { ClockPair } from '#contracts/examClock.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { createDeviceClock } from '#shared/lib/exam/deviceClock.ts';
import { afterChange, afterFailure, firstSaveMs, type Pace } from '#shared/lib/exam/savePace.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { now } from '#shared/lib/time/clock.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { finishTest, getTest, putAnswers, startSubject, submitSubject } from './api.ts';
import { keptTests } from './keptTests.ts';
import {
  isOver,
  type Job,
  joinKept,
  type Kept,
  nextJob,
  runningOf,
  sentAnswers,
  withAnswer,
  withHandedIn,
  withPlace,
  withSaved,
  withSubmitted,
  withTest,
} from './model.ts';

/** Where the answers are: the server has them all · they are being sent · the server cannot be reached now. */
export type Sync = 'saved' | 'sending' | 'away';

/**
 * What the screen shows. `isLasting`: the device stores it. `isOver`: the time of the running subject is up. `error`:
 * why the test could not be read or changed.
 */
export type View = {
  kept: Kept | null;
  isLasting: boolean;
  isOver: boolean;
  sync: Sync;
  isBusy: boolean;
  error: unknown;
};

/** The longest pause before another attempt, ms: only in case no event reports that the connection is back. */
const awayMs = 30_000;
/** A pause longer than this comes from a clock that was set back, ms. */
const longestMs = 60_000;
const tickMs = 500;
/** How often the current time is stored for a reload, ms (exams.md 3.5). */
const clockEveryMs = 5000;

const isOnline = () => connectivity.get().state === 'online';

/** Whether the server has said that this subject, or the whole link, accepts nothing any more. */
function isRefused(error: unknown): boolean {
  return error instanceof HttpError && [404, 409, 410].includes(error.status);
}

function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.status === 410;
}

/**
 * The clocks of the device. The wall clock already follows the server's time, so a wrong device clock misleads nobody.
 */
const timeSources = { wall: serverNow, mono: () => performance.now() };

/**
 * A test behind a mailed link, on this device. Every change is stored here first and sent as soon as the server can be
 * reached. Only one call runs at a time; a lost call is repeated with the answers of that moment.
 *
 * @param token of the link; `null`: the test that this device opened last.
 */
export function createEntryTest(token: string | null) {
  const found = keptTests.find(token)?.kept ?? null;
  const link = token ?? found?.token ?? null;
  const clock = createDeviceClock(found?.clock ?? null, timeSources);
  const store = createObservable<View>({
    kept: found,
    isLasting: true,
    isOver: false,
    sync: found !== null && nextJob(found, clock.read()) !== null ? 'sending' : 'saved',
    isBusy: false,
    error: null,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A save is already scheduled; further changes are sent together with the first. */
  let isGathering = false;
  let clockAt = now();
  let isSending = false;
  /** Failures in a row while the server could be reached, and when the pause after them ends, epoch ms. */
  let failed = { times: 0, until: 0 };
  let isStopped = false;

  const set = (change: Partial<View>) => store.set({ ...store.get(), ...change });
  const hasEnded = (kept: Kept | null) => {
    const running = kept && runningOf(kept);
    return running ? isOver(running, clock.read()) : false;
  };
  const keep = (next: Kept) => {
    const kept = { ...next, clock: clock.kept() ?? next.clock };
    set({ kept, isLasting: keptTests.write(kept, now()), isOver: hasEnded(kept) });
  };
  const take = (test: EntryTest) => {
    if (link !== null) keep(withTest(store.get().kept ?? keptTests.read(test.id)?.kept ?? null, link, test));
  };
  const isPending = () => {
    const { kept } = store.get();
    return kept !== null && nextJob(kept, clock.read()) !== null;
  };
  const pace = (retryAfterMs = 0): Pace => ({
    failures: failed.times,
    retryAfterMs,
    saveEveryMs: firstSaveMs,
    hasStorage: store.get().isLasting,
  });
  /** Makes a call and sets the clock by its answer. */
  const timed = async <Answer extends { server_now: number }>(call: Promise<Answer>): Promise<Answer> => {
    const mark = clock.mark();
    const answer = await call;
    clock.learn(answer.server_now, mark);
    return answer;
  };
  /** How long to wait after a failure, ms. If the server cannot be reached, connectivity reports its return. */
  const waitAfter = (error: unknown): number => {
    if (!isOnline()) return awayMs;
    const retryAfter = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
    return afterFailure(pace(retryAfter * 1000), Math.random());
  };

  /**
   * The connection may be back: sends at once, unless a pause after a failure of the reachable server is still running.
   */
  const sendAgain = () => {
    const left = failed.until - now();
    if (left <= 0 || left > longestMs) void sendAll();
  };

  const sendLater = (ms: number) => {
    clearTimeout(timer);
    isGathering = false;
    if (!isStopped) timer = setTimeout(() => void sendAll(), ms);
  };

  /** Schedules a save after a change, together with everything else that changes in the next seconds. */
  const gather = () => {
    if (isGathering || isSending || !isOnline()) return;
    sendLater(afterChange(pace(), Math.random()));
    isGathering = true;
  };

  const body = ({ cells }: Job) => {
    const clientAt = clock.clientAt();
    return { answers: sentAnswers(cells), ...(clientAt ? { client_at: clientAt } : {}) };
  };

  const save = async (job: Job, by: string) => {
    const saved = await timed(putAnswers(by, job.subject, body(job)));
    const { kept } = store.get();
    if (kept) keep(withSaved(kept, job, saved));
  };

  const send = async (job: Job, by: string) => {
    // A subject that the clock has ended may have been given more time (exams.md 3.7): the answer to a save tells.
    if (job.kind === 'save' || !job.isByHand) await save(job, by);
    if (job.kind === 'save' || (!job.isByHand && !store.get().isOver)) return;
    const test = await timed(submitSubject(by, job.subject, body(job)));
    const { kept } = store.get();
    if (kept) keep(withSubmitted(kept, job, test));
  };

  const refresh = async () => {
    if (link === null) return;
    try {
      take(await timed(getTest(link)));
      set({ error: null });
    } catch (error) {
      // With a copy on the device, only the end of the link is reported here. The frame reports a missing connection.
      if (isRefused(error) || store.get().kept === null) set({ error });
    }
  };

  /** Sends until the server has everything; if the server cannot be reached, tries again later. */
  const sendAll = async () => {
    if (isSending || link === null) return;
    isSending = true;
    isGathering = false;
    clearTimeout(timer);
    try {
      for (;;) {
        const { kept } = store.get();
        const job = kept && nextJob(kept, clock.read());
        if (!job || isStopped) break;
        if (store.get().sync !== 'away') set({ sync: 'sending' });
        await send(job, link);
        failed = { times: 0, until: 0 };
      }
      set({ sync: 'saved' });
    } catch (error) {
      set({ sync: 'away' });
      if (isRefused(error)) await refresh();
      failed = { ...failed, times: isOnline() ? failed.times + 1 : failed.times };
      const wait = waitAfter(error);
      failed = { ...failed, until: isOnline() ? now() + wait : 0 };
      if (!isPending()) set({ sync: 'saved' });
      // A link that is over accepts nothing any more.
      else if (!isGone(store.get().error)) sendLater(wait);
    } finally {
      isSending = false;
    }
  };

  /** A step that needs the server: begin a subject, or end the test. */
  const step = async (call: (by: string) => Promise<EntryTest>) => {
    if (store.get().isBusy || link === null) return;
    set({ isBusy: true, error: null });
    try {
      take(await timed(call(link)));
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

  /** Hands in a subject that the clock has ended, and stores the current time for a reload. */
  const look = () => {
    const { kept } = store.get();
    if (!kept || !runningOf(kept)) return;
    const isOverNow = hasEnded(kept);
    if (isOverNow !== store.get().isOver) set({ isOver: isOverNow });
    if (isOverNow && !isSending && failed.until === 0 && isOnline()) void sendAll();
    if (now() - clockAt < clockEveryMs) return;
    clockAt = now();
    keep(kept);
  };

  return {
    get: store.get,
    /** The current time by the server's clock, as an earlier and a later value (exams.md 3.5). */
    now: (): ClockPair => clock.read(),
    subscribe: store.subscribe,
    refresh,
    answer(id: string, value: string): void {
      const { kept } = store.get();
      const sitting = kept && runningOf(kept);
      if (!sitting) return;
      const next = withAnswer(kept, sitting, { id, value }, clock.read());
      if (next === kept) return;
      set({ kept: next, isLasting: keptTests.note(next, sitting.id, id) });
      if (store.get().sync === 'saved') set({ sync: 'sending' });
      gather();
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
    /** Reads the test and sends what waits, now and whenever the server can be reached again. Returns how to stop. */
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
        if (!kept || !other) return;
        const joined = joinKept(kept, other.kept);
        set({ kept: joined, isOver: hasEnded(joined) });
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
