import { storageHealth } from '../db/health.ts';
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
import type { OutboxRow } from './row.ts';

/** How many changes are on their way at once; those of one thing follow each other (offline.md 5.5). */
const mostAtOnce = 4;
/** Before another try when the device had no room for the state of the queue, ms. */
const fullPauseMs = 60_000;
/** Shortest pause before the queue looks again by itself, ms. */
const shortestPauseMs = 1000;

/** What a drain works with. */
export type DrainDeps = {
  db: UserDb;
  /** `null`: what a guest has written, which goes out whoever is logged in, and without a session. */
  userId: string | null;
  kinds: readonly OutboxKind[];
  /** Called after each run with the query keys whose answers have changed at the server. */
  onAnswered: (keys: readonly (readonly unknown[])[]) => void;
};

/** Sends one queue, in one tab at a time. */
export type Drain = {
  /** Sends what is due; `isEager` also what only waits because the server was away. Never rejects. */
  run: (isEager: boolean) => Promise<void>;
  /**
   * The server answers again: sends eagerly what waits. Where it answers everything but what the queue sends (a line
   * that breaks under a large file), each such return is followed by a longer pause, until something gets through.
   */
  goOn: () => void;
  /**
   * Stands by while another tab works on the queue: its end is told to nobody. `isSending`: something is on its way, so
   * that this tab waits in line for the lock, which the browser hands on when its holder dies; else it looks when the
   * next entry is due. A tab that is at work itself looks by itself.
   */
  standBy: (isSending: boolean) => void;
  stop: () => void;
};

/** Makes the drain of a learner's queue (architecture.md 3, offline.md 5.5). */
export function createDrain(deps: DrainDeps): Drain {
  const { db } = deps;
  let running: Promise<void> | null = null;
  let again: { isEager: boolean } | null = null;
  /** Runs in a row that got nothing through although the server had answered before; `until`: the pause after them. */
  let failed = { times: 0, until: 0 };
  let isBack = false;
  let backTimer: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set for a moment after each look of a tab that stands by. */
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
      console.warn('outbox: the queue could not be sent', error);
      if (!isStorageTrouble(error)) return;
      // Nothing is sent that could not be written down first: once there is room it goes on by itself.
      savingFailedBehind(error);
      schedule(now() + fullPauseMs);
    }
  };

  const lookWhenDue = async () => {
    if (!isStopped) schedule(nextDueAt(await db.outbox.where('state').equals('waiting').toArray()));
  };

  /** Each change that another tab makes to the queue is told: they are looked at together. */
  const glance = () => {
    isMissed = rest !== undefined;
    if (isMissed || isStopped) return;
    rest = setTimeout(() => {
      rest = undefined;
      if (isMissed) glance();
    }, shortestPauseMs);
    lookWhenDue().catch((error) => console.warn('outbox: the queue cannot be read', error));
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
 * The stored tokens may be another learner's since the last look: another tab logs in. Work of one must never go out
 * under the name of the other, so the stored user, who is bound to the tokens, has to be ours.
 */
function isStillUser(userId: string | null): boolean {
  if (userId === null) return true;
  const stored = storedUser.read();
  // A browser that keeps nothing has no other tabs to share tokens with either.
  return stored ? stored.id === userId : storageHealth.get() === 'memory';
}

/** What came of a run: something got through, nothing did and it had to stop, there was nothing to send. */
type Outcome = 'moved' | 'halted' | 'idle';

/** Holding the lock, nobody else sends: what is marked as on its way was left by a tab that died. */
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

/** Sends entries of different things side by side; after a halt no further one is begun. */
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
