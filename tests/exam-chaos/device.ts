import { createAttempt, type RunningAttempt } from '#shared/lib/exam/attempt.ts';
import { createAttemptStore } from '#shared/lib/exam/attemptStore.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { startAttempt, takeOverAttempt } from '#shared/lib/exam/startAttempt.ts';
import { type BrowserTab, createBrowser, storageLagMs } from './browser.ts';
import { createCalls, type Line } from './calls.ts';
import type { Model } from './model.ts';
import type { ChaosServer } from './server.ts';

/** A tab in which the exam is open. */
export type ExamTab = { page: BrowserTab; attempt: RunningAttempt; db: ExamDb };
export type Device = ReturnType<typeof createDevice>;

/** One device: browser, tabs, line, and clocks that may be wrong. `no`: 0 is the one the exam is begun on. */
export function createDevice(no: number, server: ChaosServer, model: Model, random: () => number) {
  const browser = createBrowser(server.now);
  const line: Line = {
    isOn: true,
    isWaitedFor: false,
    hasHeld: false,
    hasSession: true,
    fates: [],
    held: [],
    slow: [],
  };
  let name = `device-${no}-one`;
  let losses = 0;
  let wallOff = 0;
  /** How long it has slept: its monotonic clocks stood still. */
  let slept = 0;
  let asleepSince: number | null = null;
  /**
   * When its wall clock was moved, and when its monotonic one lost time: a sleep, a page that goes on where another one
   * ended.
   */
  const jumps: number[] = [];
  const lags: number[] = [];
  /** Something was typed while one of them was wrong, before the server had been heard again. */
  let hasTypedInDoubt = false;
  let lacksFrom = Number.POSITIVE_INFINITY;
  let tabs: ExamTab[] = [];

  const place = {
    base: server.base,
    kind: 'university',
    exam: String(server.exam.exam.id),
    subject: 'math',
    examName: '模試',
    subjectName: '数学',
  } as const;

  const depsOf = (page: BrowserTab) => {
    const loadedAt = server.now() - slept;
    return {
      calls: createCalls({ line, isGone: page.isGone, send: server.send }),
      time: { wall: () => server.now() + wallOff, mono: () => server.now() - slept - loadedAt },
      random,
      device: async () => ({ device_id: name, device_label: name }),
    };
  };

  const read = (db: ExamDb, id: string) => createAttemptStore(db, id, () => undefined).load();

  /** The attempt as the page finds it, or begins it; `null`: there is no way to it now. */
  const enter = async (page: BrowserTab, db: ExamDb, mayTakeOver: boolean) => {
    const deps = depsOf(page);
    const known = (await db.attempts.toArray())[0]?.id;
    if (known) return { id: known, deps, goesOn: true };
    const started = await startAttempt(db, place, undefined, deps).catch(() => null);
    if (started?.kind === 'held') {
      if (!mayTakeOver) return null;
      const isTaken = await takeOverAttempt(db, place, started.attempt, deps).then(
        () => true,
        () => false,
      );
      return isTaken ? { id: started.attempt, deps, goesOn: false } : null;
    }
    return started ? { id: started.attempt, deps, goesOn: false } : null;
  };

  const open = async (mayTakeOver: boolean): Promise<ExamTab | null> => {
    line.isWaitedFor = true;
    try {
      return await opened(mayTakeOver);
    } finally {
      line.isWaitedFor = false;
    }
  };

  const opened = async (mayTakeOver: boolean): Promise<ExamTab | null> => {
    const page = browser.openTab();
    const db = await page.openDb();
    return page.run(async () => {
      const entered = await enter(page, db, mayTakeOver);
      const stored = entered && !page.isGone() ? await read(db, entered.id) : null;
      if (!entered || !stored) {
        page.kill(false);
        return null;
      }
      const attempt = createAttempt(stored, { ...entered.deps, db });
      const tab = { page, attempt, db };
      tabs.push(tab);
      if (entered.goesOn) lags.push(server.now());
      if (stored.row.switched === null) model.opened(no, stored.cells, lacksFrom);
      lacksFrom = Number.POSITIVE_INFINITY;
      await attempt.start();
      attempt.shown();
      attempt.reading('q-a');
      return tab;
    });
  };

  const end = (tab: ExamTab, isAborting: boolean) => {
    tab.page.kill(isAborting);
    tabs = tabs.filter((one) => one !== tab);
  };

  const writer = () => tabs.find(({ attempt }) => attempt.get().turn === 'writer');

  return {
    no,
    line,
    tabs: () => tabs,
    writer,
    isAsleep: () => asleepSince !== null,
    open,
    /** Types into the open field, as a person does who sees it open. @returns whether it was taken. */
    type(slot: string, v: string): boolean {
      const tab = asleepSince === null ? writer() : undefined;
      const former = tab?.attempt.get().cells[slot];
      if (!tab || (former?.v ?? '') === v) return false;
      if (!tab.page.run(() => tab.attempt.type(slot, v))) return false;
      const { row, cells } = tab.attempt.get();
      const cell = cells[slot];
      if (!cell) throw new Error('typed, and not there');
      const { lo, hi } = cell;
      const typed = server.now();
      const heard = row.clock?.since ?? 0;
      const hasJumped = jumps.some((at) => at >= heard);
      const isHopeless = hasJumped && lags.some((at) => at >= heard);
      // A page that is opened, and a device that wakes, ask the server in the same moment.
      hasTypedInDoubt ||= hasJumped || lags.some((at) => at > heard);
      // The middle of an exchange is off by half of what it took (exams.md 3.5).
      const inexact = (row.clock?.sinceLo ?? 0) - heard;
      model.typed({ device: no, slot, v, typed, lo, hi, epoch: row.epoch }, { isHopeless, inexact });
      return true;
    },
    act(work: (attempt: RunningAttempt) => unknown): void {
      const tab = asleepSince === null ? writer() : undefined;
      if (tab) tab.page.run(() => work(tab.attempt));
    },
    /** A tab that reads wants to write. */
    turn(): void {
      const reader = tabs.find(({ attempt }) => attempt.get().turn === 'reader');
      if (reader && asleepSince === null) void reader.page.run(() => reader.attempt.takeTurn());
    },
    /** One tab crashes: this one, or whichever. */
    killTab(isAborting: boolean, tab = tabs[Math.floor(random() * tabs.length)]): void {
      if (tab) end(tab, isAborting);
    },
    /** The whole browser is killed; what localStorage was given last may be lost. */
    killBrowser(): void {
      if (tabs.length === 0) return;
      for (const tab of tabs) end(tab, random() < 0.5);
      const lost = Math.round(random() * storageLagMs);
      browser.loseLast(lost);
      lacksFrom = server.now() - storageLagMs;
    },
    /** The site's data is gone: all of it, or the databases alone. */
    lose(isAll = random() >= 0.5): void {
      for (const tab of tabs) end(tab, true);
      model.storageLost(no);
      if (!isAll) {
        browser.evict();
        return;
      }
      losses += 1;
      name = `device-${no}-after-${losses}`;
      browser.clear();
    },
    sleep(): void {
      asleepSince ??= server.now();
    },
    wake(): void {
      if (asleepSince === null) return;
      slept += server.now() - asleepSince;
      lags.push(server.now());
      asleepSince = null;
      for (const { page, attempt } of tabs) page.run(() => attempt.wake());
    },
    moveClock(ms: number): void {
      wallOff += ms;
      jumps.push(server.now());
    },
    /**
     * Whether nobody may know when something was typed: by one of its clocks it was another time than by the other, and
     * the server cannot tell which is right, because both were wrong at some time or a call came too late (exams.md 3.5).
     */
    isEverDoubtful: () => hasTypedInDoubt && (line.hasHeld || (jumps.length > 0 && lags.length > 0)),
    tick(): void {
      if (asleepSince === null) for (const { page } of tabs) page.tick();
    },
  };
}
