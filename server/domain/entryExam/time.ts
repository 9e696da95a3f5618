import { and, eq } from 'drizzle-orm';
import { entryMinutes } from '#contracts/entryExam.ts';
import { baseDeadline, isMergedLate } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type EntrySittingRow, entrySittings } from '../../db/schema/entryExam.ts';
import { deadlineOf, outageMsOf } from '../attempt/deadline.ts';
import { outagesAfter } from '../attempt/outages.ts';

/** The parts of a sitting's deadline, as the deadline of every exam is made of them (exams.md 3.7). */
function partsOf({ started, outageMs }: Pick<EntrySittingRow, 'started' | 'outageMs'>) {
  const ends = baseDeadline({
    started: started.getTime(),
    minutes: entryMinutes,
    multiplierPct: 100,
    examUntil: null,
  });
  return { startedAt: started, baseDeadline: new Date(ends), startMs: 0, outageMs, givenMs: 0 };
}

/** When a subject that begins now ends. */
export function endOfSubject(started: Date): Date {
  return deadlineOf(partsOf({ started, outageMs: 0 }));
}

/** Whether a subject still takes answers that were given in time: it runs, or the clock ended it less than a day ago. */
export function isOpen({ finished, isTimedOut, deadline }: EntrySittingRow, now: number): boolean {
  return finished === null || (isTimedOut && isMergedLate(deadline.getTime(), now));
}

/**
 * Gives the time of outages back to subjects that run (exams.md 3.7), whose rows are locked. What they add is computed from
 * all of them, so looking twice adds nothing. Answers the sittings as they are then.
 */
export async function creditOutages(tx: Tx, sittings: EntrySittingRow[]): Promise<EntrySittingRow[]> {
  const running = sittings.filter(({ finished }) => finished === null);
  if (running.length === 0) return sittings;
  const first = Math.min(...running.map(({ started }) => started.getTime()));
  const outages = await outagesAfter(tx, new Date(first));
  if (outages.length === 0) return sittings;
  const credited: EntrySittingRow[] = [];
  for (const sitting of sittings) {
    const { testId, subject } = sitting;
    const outageMs = sitting.finished === null ? outageMsOf(partsOf(sitting), outages) : 0;
    if (outageMs <= sitting.outageMs) {
      credited.push(sitting);
      continue;
    }
    const change = { outageMs, deadline: deadlineOf(partsOf({ ...sitting, outageMs })) };
    await tx
      .update(entrySittings)
      .set(change)
      .where(and(eq(entrySittings.testId, testId), eq(entrySittings.subject, subject)));
    credited.push({ ...sitting, ...change });
  }
  return credited;
}
