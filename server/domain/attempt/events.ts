import { and, asc, desc, eq } from 'drizzle-orm';
import { type ExamEvent, eventText } from '#contracts/examAttempt.ts';
import { sha256Hex } from '#contracts/examMerge.ts';
import { type Db, planned, type Tx } from '../../db/client.ts';
import { examEvents } from '../../db/schema/examLog.ts';
import type { Deps } from '../../deps.ts';
import { chainSeed } from './token.ts';

type Of = { attemptId: string; userId: number; epoch: number };

/** Number and hash of the last event of an epoch that the server has; before the first event 0 and the seed. */
export async function lastEvent(
  db: Db,
  { keys }: Pick<Deps, 'keys'>,
  of: Of,
): Promise<{ n: number; h: string }> {
  const last = db
    .select({ n: examEvents.toN, h: examEvents.endHash })
    .from(examEvents)
    .where(and(eq(examEvents.attemptId, of.attemptId), eq(examEvents.epoch, of.epoch)))
    .orderBy(desc(examEvents.toN))
    .limit(1);
  const [row] = await planned(last, 'attempt_last_event');
  return row ?? { n: 0, h: chainSeed(keys, { id: of.attemptId, userId: of.userId }, of.epoch) };
}

/**
 * Stores a batch of events. Events that the server has are skipped. The next one must continue with the number and the
 * hash after the last one (hash chain, exams.md 3.8). Answers the number of the last stored event, and whether the
 * chain holds: a gap or a wrong hash breaks it, but the events are stored all the same.
 */
export async function keepEvents(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  of: Of,
  events: readonly ExamEvent[],
): Promise<{ to: number; isWhole: boolean }> {
  const last = await lastEvent(tx, deps, of);
  const news = events.filter(({ n }) => n > last.n).sort((one, other) => one.n - other.n);
  const [first] = news;
  const end = news.at(-1);
  if (!first || !end) return { to: last.n, isWhole: true };
  let { n, h } = last;
  let isWhole = true;
  for (const event of news) {
    const sum = await sha256Hex(h + eventText(event));
    if (event.n !== n + 1 || event.h !== sum) isWhole = false;
    [n, h] = [event.n, event.h];
  }
  const row = {
    attemptId: of.attemptId,
    epoch: of.epoch,
    fromN: first.n,
    toN: end.n,
    events: news,
    endHash: end.h,
  };
  await tx.insert(examEvents).values({ ...row, created: new Date(deps.clock.now()) });
  return { to: end.n, isWhole };
}

/** The whole log of an attempt, in its order, for people who look into it. */
export async function eventsOf(db: Db, attemptId: string): Promise<(ExamEvent & { epoch: number })[]> {
  const rows = await db
    .select({ epoch: examEvents.epoch, events: examEvents.events })
    .from(examEvents)
    .where(eq(examEvents.attemptId, attemptId))
    .orderBy(asc(examEvents.epoch), asc(examEvents.fromN));
  return rows.flatMap(({ epoch, events }) => events.map((event) => ({ ...event, epoch })));
}
