import { storageHealth } from '../db/health.ts';
import type { OutboxRow } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';
import { storedUser } from '../session/storedUser.ts';
import { isStorageTrouble, savingFailedBehind } from '../storage/saving.ts';
import { holdLock } from '../storage/webLock.ts';
import { now } from '../time/clock.ts';
import { connectivity } from '../transport/connectivity.ts';
import { backoffMs } from './backoff.ts';
import { type Delivery, deliver } from './deliver.ts';
import { dueRows, nextDueAt } from './due.ts';
import type { OutboxKind } from './kind.ts';

/** How many changes are sent at the same time; changes of one entity are sent one after the other (offline.md 5.5). */
const mostAtOnce = 4;
/** Pause before the next try if the device had no room for the state of the outbox, ms. */
const fullPauseMs = 60_000;
/** Shortest pause before the outbox is checked again automatically, ms. */
const shortestPauseMs = 1000;

/** The dependencies of a drain. */
export type DrainDeps = {
  db: UserDb;
  /** `null`: a guest's changes, which are sent without a session, whoever is logged in. */
  userId: string | null;
  kinds: readonly OutboxKind[];
  /** Called after each run with the query keys whose answers have changed on the server. */
  onAnswered: (keys: readonly (readonly unknown[])[]) => void;
};

/** Sends one outbox, in one tab at a time. */
export type Drain = {
  /** Sends what is due. `isEager`: also sends entries that only wait because the server was away. Never rejects. */
  run: (isEager: boolean) => Promise<void>;
  /**
   * The server answers again: sends eagerly what waits. The server may answer other calls but never those of the outbox
   * (a connection that breaks under a large file). Then each such return is followed by a longer pause, until something
   * gets through.
   */
  goOn: () => void;
  /**
   * For changes that another tab makes to the outbox: no event tells when that tab ends. `isSending`: an entry is being
   * sent, so this tab queues for the lock, which the browser passes on if its holder dies. Otherwise this tab checks
   * when the next entry is due. Does nothing while this tab itself is sending.
   */
  standBy: (isSending: boolean) => void;
  stop: () => void;
};

/** Makes the drain of a learner's outbox (architecture.md 3, offline.md 5.5). */
export function createDrain(deps: DrainDeps): Drain {
  const { db } = deps;
  let running: Promise<void> | null = null;
  let again: { isEager: boolean } | null = null;
  /**
   * Consecutive runs that sent nothing although the server had answered before; `until`: end of the pause after them.
   */
  let failed = { times: 0, until: 0 };
  let isBack = false;
  let backTimer: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set for a moment after each check while another tab sends. */
  let rest: ReturnType<typeof setTimeout> | undefined;
  let isMissed = false;
  let isStopped = false;

  const isOurs = () => !isStopped && isStillUser(deps.userId);

  const runOnce = async (isEager: boolean) => {
    try {
      await holdLock(`outbox:${db.name}`, async () => {
        const isReachable = connectivity.get().state === 'online';
        const outcome = await drainAll(deps, isEager, isOurs);
        if (outcome === 'moved') failed = { times: 0, until: 0 };
        if (outcome === 'halted' && isReachable) failed = failedAgain(failed.times + 1);
      });
      await lookWhenDue();
    } catch (error) {
      if (isStopped) return;
      console.warn('outbox: not sent', error);
      if (!isStorageTrouble(error)) return;
      // Nothing is sent that could not be stored first. It continues automatically once there is room.
      savingFailedBehind(error);
      schedule(now() + fullPauseMs);
    }
  };

  const lookWhenDue = async () => {
    if (!isStopped) schedule(nextDueAt(await db.outbox.where('state').equals('waiting').toArray()));
  };

  /** Every change by another tab causes an event; events close together cause one check. */
  const glance = () => {
    isMissed = rest !== undefined;
    if (isMissed || isStopped) return;
    rest = setTimeout(() => {
      rest = undefined;
      if (isMissed) glance();
    }, shortestPauseMs);
    lookWhenDue().catch((error) => console.warn('outbox: not read', error));
  };

  const schedule = (at: number | null) => {
    clearTimeout(timer);
    if (at === null || connectivity.get().state !== 'online') return;
    timer = setTimeout(() => void drain.run(false), Math.max(at - now(), shortestPauseMs));
  };

  const drain: Drain = {
    run: (isEager) => {
      if (isStopped) return Promise.resolve();
      if (running !== null) again = { isEager: isEager || again?.isEager === true };
      running ??= runOnce(isEager).finally(() => {
        running = null;
        const next = again;
        again = null;
        if (next) void drain.run(next.isEager);
        else if (isBack) drain.goOn();
      });
      return running;
    },
    goOn: () => {
      isBack = running !== null;
      if (isBack || isStopped || connectivity.get().state !== 'online') return;
      clearTimeout(backTimer);
      const left = failed.until - now();
      if (left <= 0) void drain.run(true);
      else backTimer = setTimeout(drain.goOn, left);
    },
    standBy: (isSending) => {
      if (isStopped || running !== null) return;
      if (isSending) void drain.run(false);
      else glance();
    },
    stop: () => {
      isStopped = true;
      for (const each of [timer, backTimer, rest]) clearTimeout(each);
    },
  };
  return drain;
}

const failedAgain = (times: number) => ({ times, until: now() + backoffMs(times, 0, Math.random()) });

/**
 * Another tab may have logged in and stored another learner's tokens. Changes of one learner must never be sent in
 * another's name. The stored user is bound to the tokens, so it must be ours.
 */
function isStillUser(userId: string | null): boolean {
  if (userId === null) return true;
  const stored = storedUser.read();
  // A browser without storage shares no tokens between tabs either.
  return stored ? stored.id === userId : storageHealth.get() === 'memory';
}

/** Result of a run: something got through, nothing did and it had to stop, or there was nothing to send. */
type Outcome = 'moved' | 'halted' | 'idle';

/** Only the lock holder sends, so an entry marked as being sent was left by a tab that died. */
async function drainAll(deps: DrainDeps, isEager: boolean, isOurs: () => boolean): Promise<Outcome> {
  const { db } = deps;
  if (!isOurs()) return 'idle';
  await db.outbox.where('state').equals('sending').modify({ state: 'waiting' });
  let outcome: Outcome = 'idle';
  for (;;) {
    const rows = dueRows(await db.outbox.orderBy('seq').toArray(), now(), isEager);
    if (rows.length === 0) return outcome;
    const { isHalted, isMoved } = await sendBatch(deps, rows, isOurs);
    if (isMoved) outcome = 'moved';
    else if (isHalted && outcome === 'idle') outcome = 'halted';
    if (isHalted) return outcome;
  }
}

/** Sends entries of different entities in parallel; after a halt no further one is started. */
async function sendBatch(
  { db, kinds, onAnswered }: DrainDeps,
  rows: OutboxRow[],
  isOurs: () => boolean,
): Promise<{ isHalted: boolean; isMoved: boolean }> {
  const queue = [...rows];
  const changed: (readonly unknown[])[] = [];
  let isHalted = false;
  let isMoved = false;
  const lane = async () => {
    for (let row = queue.shift(); row && !isHalted; row = queue.shift()) {
      const kind = kinds.find((known) => known.kind === row?.kind);
      const delivery: Delivery = isOurs() ? await deliver(db, row, kind) : 'halted';
      if (delivery === 'halted') isHalted = true;
      if (delivery === 'answered' || delivery === 'refused') isMoved = true;
      if (delivery === 'answered' && kind) changed.push(...kind.refreshes(row));
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, rows.length) }, lane));
  if (changed.length > 0) onAnswered(changed);
  return { isHalted, isMoved };
}
