import type { EventKind } from '#contracts/examAttempt.ts';
import { isLocked } from '#contracts/examClock.ts';
import type { SentCell } from '#contracts/examMerge.ts';
import { type AttemptCore, type AttemptDeps, createAttemptCore } from './attemptCore.ts';
import { applyAttempt, callOf, exchange, onFailure } from './attemptExchange.ts';
import { seal, submit } from './attemptHandIn.ts';
import type { StoredAttempt } from './attemptStore.ts';
import { isOpen } from './attemptView.ts';
import { type LocalCells, toSend, withFlag, withValue } from './cells.ts';
import { createJumpWatch } from './deviceClock.ts';
import type { TrackState } from './rows.ts';
import { returnSpreadMs } from './savePace.ts';
import { createTabTurn, patienceMs } from './tabTurn.ts';

/** How often the clock is looked at, ms. */
const tickMs = 500;
/** How often the present moment is written, for a page that is loaded again, ms (exams.md 3.5). */
const clockEveryMs = 5000;
/** Without a tick for so long the page was asleep, ms. */
const asleepMs = 30_000;
/** How often a tab that only reads looks at what the other one has written, ms. */
const readEveryMs = 2000;

/**
 * One attempt in this tab (exams.md 3): what is typed is on this device at once, and at the server as soon as there is a way.
 * `start` takes the turn of the tab; without it nothing is written or sent.
 */
export function createAttempt(stored: StoredAttempt, deps: AttemptDeps) {
  const core: AttemptCore = createAttemptCore(stored, deps);
  const jumps = createJumpWatch(core.time);
  let calling: Promise<void> | null = null;
  let ticks: ReturnType<typeof setInterval> | undefined;
  let lastTick = core.mono();
  let clockAt = core.mono();
  let readAt = core.mono();
  let isStopped = false;
  let sealing: Promise<void> = Promise.resolve();
  /** The page was put aside and is shown again: whether it writes on is found out. */
  let returning: Promise<void> = Promise.resolve();

  const note = (kind: EventKind, d: string | number | null = null) => {
    if (core.turn() === 'writer') void core.log.add(kind, core.clock.read(), d);
  };

  /** One call at a time; what is due depends on where the attempt is. */
  const call = (): Promise<void> => {
    const { state, switched } = core.row();
    if (core.turn() !== 'writer' || state === 'submitted' || switched !== null) return Promise.resolve();
    calling ??= (state === 'sealed' ? submit(core) : exchange(core)).finally(() => {
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
    // What the disk did not take is offered again.
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

  /** This tab writes from now on: what another one, or a former page, has left comes before anything is typed here. */
  const takeTurn = async () => {
    const before = core.cells();
    const found = await core.store.load().catch(() => null);
    if (found) {
      // Of a page that was put aside, and that somebody goes on with while it reads.
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

  /** The page has hung, and what comes now was pressed while it did: another tab may have taken the turn, and written since. */
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
    /** The present moment by the server's clock, twice (exams.md 3.5). */
    now: core.clock.read,
    isUnsure: core.clock.isUnsure,
    /** Answers a slot; empty takes the answer away. @returns whether it counts: not after the end, not in a second tab. */
    type: (slot: string, value: string): boolean =>
      change(slot, () => withValue(core.cells(), slot, value, core.clock.read())),
    flag: (slot: string, isOn: boolean): boolean =>
      change(slot, () => withFlag(core.cells(), slot, isOn, core.clock.read())),
    /** The question that is open: a page that is loaded again opens there. */
    open(place: string): void {
      if (core.turn() === 'writer') void core.change({ place });
    },
    /** How far a track is heard; a play counts when it has ended (exams.md 4, listening). */
    heard(track: string, state: TrackState): void {
      if (core.turn() !== 'writer') return;
      void core.change({ tracks: { ...core.row().tracks, [track]: state } });
    },
    /** The first question stands on the screen: what the start has taken is given back once (exams.md 3.4 S2). */
    shown(): void {
      const { firstShown, startedAt } = core.row();
      if (firstShown !== null || core.turn() !== 'writer') return;
      void core.change({ firstShown: Math.max(0, Math.round(core.clock.read().lo - startedAt)) });
      note('start');
    },
    /** A correction has been seen. */
    seen(erratum: string): void {
      if (core.turn() !== 'writer' || core.row().seenErrata.includes(erratum)) return;
      void core.change({ seenErrata: [...core.row().seenErrata, erratum] });
      note('erratum_shown', erratum);
    },
    note,
    /** Hands it in. Final for the taker when this resolves, with or without a network; it is on its way then. */
    async handIn(): Promise<void> {
      if (core.isAside()) await returning;
      if (!isOpen(core.view.get()) || core.turn() !== 'writer') return;
      if (hasHung() && !(await turn.isOurs())) return;
      await seal(core, 'taker');
      void Promise.resolve(calling).then(call);
    },
    /** Something has changed around the page (front, focus, network): an exchange at once. */
    wake: (): void => {
      core.hurry();
      tick();
    },
    /** The browser puts the page aside for going back: another one may write meanwhile (row 20). */
    putAside: (): void => {
      if (turn.putAside()) core.putAside();
    },
    /** And shows it again: what was written meanwhile is read, and it writes on if no other page does. */
    cameBack: (): void => {
      if (isStopped) return;
      core.hurry();
      if (turn.get() === 'writer') tick();
      else returning = turn.begin().then((next) => (next === 'writer' ? returning : reread()));
    },
    /** The server can be reached again; not all learners come in the same moment. */
    returned: (): void => core.hurry(core.random() * returnSpreadMs),
    /** 「このタブで続ける」. */
    takeTurn: (): Promise<void> => turn.take(),
    /** 「この端末に切り替える」: this device writes, the other one reads. Rejects as the call does. */
    async takeOver(): Promise<void> {
      const mark = core.clock.mark();
      const device = await core.deps.device();
      const attempt = await core.deps.calls.postLease(callOf(core.row()), { ...device, take_over: true });
      core.clock.learn(Date.parse(attempt.server_now), mark);
      // Pressed where this device writes already, nothing begins anew.
      await applyAttempt(core, attempt, attempt.epoch !== core.row().epoch);
      note('lease_got');
      core.hurry();
    },
    /** What is answered, for a file the taker can keep when the server takes nothing (row 10). */
    answers: (): Record<string, SentCell> => toSend(core.cells()),
    /** Sends what is due until nothing is, or it does not get through. For attempts nobody looks at. */
    async settle(): Promise<void> {
      endIfOver();
      await sealing;
      for (let round = 0; round < 4 && core.failures() === 0; round += 1) {
        const { state } = core.row();
        if (state === 'submitted') return;
        await call();
        if (core.row().state === 'running' && !endIfOver()) return;
        await sealing;
      }
    },
    /** Takes the turn of the tab, and works until it is stopped. */
    async start(): Promise<void> {
      ticks = setInterval(tick, tickMs);
      await turn.begin();
    },
    /** The attempt as nobody's screen: the caller holds its lock. */
    async startUnseen(): Promise<void> {
      core.setTurn('writer');
      const fresh = await core.store.load();
      if (fresh) await core.store.replay(fresh.cells);
    },
    /** Leaves the attempt; what is typed is on the disk when this resolves, or in the journal. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(ticks);
      await core.store.flush().catch(() => undefined);
      turn.stop();
    },
    /** A failed call outside of the loop, judged like those within. */
    fail: (error: unknown): Promise<void> => onFailure(core, error),
  };
}

export type RunningAttempt = ReturnType<typeof createAttempt>;
