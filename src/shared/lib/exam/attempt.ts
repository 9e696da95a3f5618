import type { Attempt, EventKind } from '#contracts/examAttempt.ts';
import { isLocked } from '#contracts/examClock.ts';
import { refusalOf } from './attemptCalls.ts';
import { type AttemptCore, type AttemptDeps, createAttemptCore } from './attemptCore.ts';
import { applyAttempt, callOf, exchange, isClosed, lookElsewhere } from './attemptExchange.ts';
import { seal, submit } from './attemptHandIn.ts';
import type { StoredAttempt } from './attemptStore.ts';
import { isOpen } from './attemptView.ts';
import { type LocalCells, withFlag, withValue } from './cells.ts';
import { createJumpWatch } from './deviceClock.ts';
import { isToSend, type TrackState } from './rows.ts';
import { returnSpreadMs } from './savePace.ts';
import { createTabTurn, patienceMs } from './tabTurn.ts';
import { withTrouble } from './trouble.ts';

/** Interval of the clock check, ms. */
const tickMs = 500;
/** Interval for storing the current moment, which a reloaded page needs, ms (exams.md 3.5). */
const clockEveryMs = 5000;
/** After a gap this long between two ticks, the page was asleep; ms. */
const asleepMs = 30_000;
/** How often a read-only tab reads what the writing tab has stored, ms. */
const readEveryMs = 2000;

const isPageSeen = () => typeof document === 'undefined' || document.visibilityState !== 'hidden';

/**
 * One attempt in this tab (exams.md 3). Input is stored on this device at once and sent to the server as soon as
 * possible. `start` makes this tab the writer; a tab that is not the writer neither writes nor sends.
 */
export function createAttempt(stored: StoredAttempt, deps: AttemptDeps) {
  const core: AttemptCore = createAttemptCore(stored, deps);
  const jumps = createJumpWatch(core.time);
  const { isSeen = isPageSeen } = deps;
  let calling: Promise<void> | null = null;
  let ticks: ReturnType<typeof setInterval> | undefined;
  let lastTick = core.mono();
  let clockAt = core.mono();
  let readAt = core.mono();
  let isStopped = false;
  /**
   * Whether to ask about an attempt that another device goes on with: once after it is opened here, and whenever
   * somebody or the connection comes back.
   */
  let isToAsk = true;
  /** The question on the screen of this tab. */
  let onScreen: string | null = null;
  let sealing: Promise<void> = Promise.resolve();
  /** Runs after a frozen page is shown again: finds out whether it is still the writer. */
  let returning: Promise<void> = Promise.resolve();

  /** Counts the time of the question on the screen, while it can be answered here and is seen. */
  const countTime = () => {
    const isCounted = isOpen({ row: core.row(), turn: core.turn() }) && isSeen();
    core.spent.look(isCounted ? onScreen : null);
  };

  const note = (kind: EventKind, d: string | number | null = null) => {
    countTime();
    if (core.turn() !== 'writer') return;
    const at = core.clock.read();
    void core.log.add(kind, at, d);
    const { state, troubles: known } = core.row();
    const troubles = withTrouble(known, { kind, at: Math.round(at.lo), d });
    if (state === 'running' && troubles !== known && troubles) void core.change({ troubles });
  };

  /** What there is to do at the server; `null`: nothing. What was typed here goes before any question. */
  const nextCall = (): ((of: AttemptCore) => Promise<void>) | null => {
    const row = core.row();
    if (isToSend(row)) return row.state === 'sealed' ? submit : exchange;
    if (row.state === 'submitted' || !isToAsk) return null;
    isToAsk = false;
    return lookElsewhere;
  };

  /** Makes one call at a time; the state of the attempt decides which. */
  const call = (): Promise<void> => {
    if (core.turn() !== 'writer') return Promise.resolve();
    if (calling !== null) return calling;
    const next = nextCall();
    if (!next) return Promise.resolve();
    calling = next(core).finally(() => {
      calling = null;
      if (!isStopped) core.publish();
    });
    return calling;
  };

  const endIfOver = (): boolean => {
    const { state, deadline, switched } = core.row();
    if (state !== 'running' || switched !== null) return state !== 'running';
    if (!isLocked(deadline, core.clock.read())) return false;
    if (core.turn() === 'writer') sealing = seal(core, 'time');
    return true;
  };

  const reread = async () => {
    readAt = core.mono();
    const fresh = await core.store.load().catch(() => null);
    if (fresh && core.turn() !== 'writer') core.reload(fresh);
  };

  const tick = () => {
    const passed = core.mono() - lastTick;
    lastTick = core.mono();
    countTime();
    if (core.turn() !== 'writer') {
      if (!core.isAside() && core.mono() - readAt >= readEveryMs) void reread();
      return;
    }
    const jump = jumps.look();
    if (passed >= asleepMs) note('sleep', Math.round(passed));
    if (jump !== 0) note('clock_jump', Math.round(jump));
    if (jump !== 0 || passed >= asleepMs) core.hurry();
    endIfOver();
    if (core.mono() - clockAt >= clockEveryMs && core.row().state === 'running') {
      clockAt = core.mono();
      void core.change({ clock: core.clock.kept() });
    }
    // Retry writes that the disk refused.
    if (!core.hasStorage()) void core.store.flush().catch(() => undefined);
    if (core.isDue()) void call();
    core.publish();
  };

  const turn = createTabTurn(core.id, {
    flush: async () => {
      await core.store.flush();
      await core.change({ clock: core.clock.kept() });
      await core.log.settled();
    },
    onTurn: (next) => {
      if (next === 'writer') returning = takeTurn();
      else core.setTurn(next);
    },
  });

  /** This tab becomes the writer: data of another tab or an earlier page is loaded before anything is typed here. */
  const takeTurn = async () => {
    const before = core.cells();
    const found = await core.store.load().catch(() => null);
    if (found) {
      // Input in a page that was frozen and came back, typed while this load was running.
      const typed = Object.entries(core.cells()).filter(([slot, cell]) => before[slot] !== cell);
      const fresh = { ...found, cells: { ...found.cells, ...Object.fromEntries(typed) } };
      core.reload(fresh);
      await core.store.replay(fresh.cells);
    }
    if (turn.get() !== 'writer' || isStopped) return;
    core.setTurn('writer');
    if (core.row().firstShown !== null) note('reload');
    core.hurry();
    tick();
  };

  const put = (slot: string, changed: () => LocalCells): boolean => {
    if (!isOpen(core.view.get()) || endIfOver()) return false;
    const next = changed();
    if (next !== core.cells()) core.put(slot, next);
    return true;
  };

  /**
   * Whether the page was hanging, so that this input may be late: another tab may have become the writer since then.
   */
  const hasHung = () => core.turn() === 'writer' && core.mono() - lastTick >= patienceMs;

  const change = (slot: string, changed: () => LocalCells): boolean => {
    if (!hasHung()) return put(slot, changed);
    if (!isOpen(core.view.get()) || endIfOver()) return false;
    void turn.isOurs().then((isOurs) => isOurs && put(slot, changed));
    return true;
  };

  return {
    id: core.id,
    get: core.view.get,
    subscribe: core.view.subscribe,
    /** The current moment by the server's clock, as two times (exams.md 3.5). */
    now: core.clock.read,
    isUnsure: core.clock.isUnsure,
    /** Answers a slot; empty removes the answer. @returns whether it counts: not after the end, not in a second tab. */
    type: (slot: string, value: string): boolean =>
      change(slot, () => withValue(core.cells(), slot, value, core.clock.read())),
    flag: (slot: string, isOn: boolean): boolean =>
      change(slot, () => withFlag(core.cells(), slot, isOn, core.clock.read())),
    /** Stores the open question: a reloaded page opens there. */
    open(place: string): void {
      countTime();
      if (core.turn() === 'writer') void core.change({ place });
    },
    /** The question that this page shows from now on, `null`: none. Its time is counted (exams.md 3.2). */
    reading(question: string | null): void {
      onScreen = question;
      countTime();
    },
    /** Stores how far a track was heard; a play counts when it has ended (exams.md 4, listening). */
    heard(track: string, state: TrackState): void {
      if (core.turn() !== 'writer') return;
      void core.change({ tracks: { ...core.row().tracks, [track]: state } });
    },
    /** The first question is on the screen: the time the start took is given back once (exams.md 3.4 S2). */
    shown(): void {
      const { firstShown, startedAt } = core.row();
      if (firstShown !== null || core.turn() !== 'writer') return;
      void core.change({ firstShown: Math.max(0, Math.round(core.clock.read().lo - startedAt)) });
      note('start');
    },
    /** The taker has seen a correction. */
    seen(erratum: string): void {
      if (core.turn() !== 'writer' || core.row().seenErrata.includes(erratum)) return;
      void core.change({ seenErrata: [...core.row().seenErrata, erratum] });
      note('erratum_shown', erratum);
    },
    note,
    /**
     * Hands the attempt in. When this resolves it is final for the taker, with or without a network, and is being sent.
     */
    async handIn(): Promise<void> {
      if (core.isAside()) await returning;
      if (!isOpen(core.view.get()) || core.turn() !== 'writer') return;
      if (hasHung() && !(await turn.isOurs())) return;
      await seal(core, 'taker');
      void Promise.resolve(calling).then(call);
    },
    /** Something around the page has changed (visibility, focus, network): exchange at once. */
    wake: (): void => {
      isToAsk = true;
      core.hurry();
      tick();
    },
    /** The browser freezes the page for the back button: another page may write meanwhile (row 20). */
    putAside: (): void => {
      if (turn.putAside()) core.putAside();
      countTime();
    },
    /** The browser shows the page again: reads what was written meanwhile, and writes on if no other page does. */
    cameBack: (): void => {
      if (isStopped) return;
      isToAsk = true;
      core.hurry();
      if (turn.get() === 'writer') tick();
      else returning = turn.begin().then((next) => (next === 'writer' ? returning : reread()));
    },
    /** The server can be reached again. A random delay keeps all learners from returning at the same moment. */
    returned: (): void => {
      isToAsk = true;
      core.hurry(core.random() * returnSpreadMs);
    },
    /** 「このタブで続ける」. */
    takeTurn: (): Promise<void> => turn.take(),
    /**
     * 「この端末に切り替える」: this device becomes the writer, the other one reads only. If the attempt is over, it ends
     * here instead. Rejects as the call does. A tab that only reads becomes the writer of this device first.
     */
    async takeOver(): Promise<void> {
      if (core.turn() !== 'writer') {
        await turn.take();
        await returning;
        if (core.turn() !== 'writer') throw new Error('Another tab of this device writes.');
        // That tab has switched already, or has seen the end.
        if (core.row().switched === null) return;
      }
      const mark = core.clock.mark();
      const device = await core.deps.device();
      let attempt: Attempt;
      try {
        attempt = await core.deps.calls.postLease(callOf(core.row()), { ...device, take_over: true });
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal || !isClosed(refusal)) throw error;
        // A call that is under way may have begun before the end.
        await calling;
        isToAsk = true;
        await call();
        if (core.row().state !== 'submitted') throw error;
        return;
      }
      core.clock.learn(Date.parse(attempt.server_now), mark);
      // If this device is the writer already, no new epoch begins.
      await applyAttempt(core, attempt, attempt.epoch !== core.row().epoch);
      note('lease_got');
      core.hurry();
    },
    /** Sends until nothing is due, or until a call does not get through. For attempts that are not on screen. */
    async settle(): Promise<void> {
      endIfOver();
      await sealing;
      for (let round = 0; round < 4 && core.failures() === 0; round += 1) {
        const { state } = core.row();
        if (state === 'submitted') break;
        await call();
        if (core.row().state === 'running' && !endIfOver()) break;
        await sealing;
      }
      await core.log.settled();
    },
    /** Takes the turn of the tab, and works until it is stopped. */
    async start(): Promise<void> {
      ticks = setInterval(tick, tickMs);
      await turn.begin();
    },
    /** Starts the attempt without a screen: the caller holds its lock. */
    async startUnseen(): Promise<void> {
      core.setTurn('writer');
      const fresh = await core.store.load();
      if (fresh) await core.store.replay(fresh.cells);
    },
    /** Leaves the attempt. When this resolves, all input is on the disk or in the journal. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(ticks);
      await core.store.flush().catch(() => undefined);
      turn.stop();
    },
  };
}

export type RunningAttempt = ReturnType<typeof createAttempt>;
