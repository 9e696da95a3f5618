import { now } from '../clock.ts';
import { connectivity } from '../connectivity.ts';
import { storageHealth } from '../db/health.ts';
import type { UserDb } from '../db/schema.ts';
import { storedUser } from '../session/storedUser.ts';
import { holdLock } from '../webLock.ts';
import { type Delivery, deliver } from './deliver.ts';
import { dueRows, nextDueAt } from './due.ts';
import type { OutboxKind } from './kind.ts';
import type { OutboxRow } from './row.ts';

/** How many changes are on their way at once; those of one thing follow each other (offline.md 5). */
const mostAtOnce = 4;
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
   * Stands by while another tab works on the queue: its end is told to nobody. `isSending`: something is on its way, so
   * that this tab waits in line for the lock, which the browser hands on when its holder dies; else it looks when the
   * next entry is due. A tab that is at work itself looks by itself.
   */
  standBy: (isSending: boolean) => void;
  stop: () => void;
};

/** Makes the drain of a learner's queue (design.md 3, offline.md 5). */
export function createDrain(deps: DrainDeps): Drain {
  const { db } = deps;
  let running: Promise<void> | null = null;
  let again: { isEager: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set for a moment after each look of a tab that stands by. */
  let rest: ReturnType<typeof setTimeout> | undefined;
  let isMissed = false;
  let isStopped = false;

  const isOurs = () => !isStopped && isStillUser(deps.userId);

  const runOnce = async (isEager: boolean) => {
    try {
      await holdLock(`outbox:${db.name}`, () => drainAll(deps, isEager, isOurs));
      await lookWhenDue();
    } catch (error) {
      if (!isStopped) console.warn('outbox: the queue could not be sent', error);
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
      });
      return running;
    },
    standBy: (isSending) => {
      if (isStopped || running !== null) return;
      if (isSending) void drain.run(false);
      else glance();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(rest);
    },
  };
  return drain;
}

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

/** Holding the lock, nobody else sends: what is marked as on its way was left by a tab that died. */
async function drainAll(deps: DrainDeps, isEager: boolean, isOurs: () => boolean): Promise<void> {
  const { db } = deps;
  if (!isOurs()) return;
  await db.outbox.where('state').equals('sending').modify({ state: 'waiting' });
  for (;;) {
    const rows = dueRows(await db.outbox.orderBy('seq').toArray(), now(), isEager);
    if (rows.length === 0) return;
    const { isHalted } = await sendBatch(deps, rows, isOurs);
    if (isHalted) return;
  }
}

/** Sends entries of different things side by side; after a halt no further one is begun. */
async function sendBatch(
  { db, kinds, onAnswered }: DrainDeps,
  rows: OutboxRow[],
  isOurs: () => boolean,
): Promise<{ isHalted: boolean }> {
  const queue = [...rows];
  const changed: (readonly unknown[])[] = [];
  let isHalted = false;
  const lane = async () => {
    for (let row = queue.shift(); row && !isHalted; row = queue.shift()) {
      const kind = kinds.find((known) => known.kind === row?.kind);
      const delivery: Delivery = isOurs() ? await deliver(db, row, kind) : 'halted';
      if (delivery === 'halted') isHalted = true;
      if (delivery === 'answered' && kind) changed.push(...kind.refreshes(row));
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, rows.length) }, lane));
  if (changed.length > 0) onAnswered(changed);
  return { isHalted };
}
