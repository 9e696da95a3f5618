import { desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import { examIncidents } from '../../db/schema/examLog.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { asIsNews, retakeNews, tellTaker } from '../exam/notices.ts';
import { eventsOf } from './events.ts';
import { giveTimeIn } from './outages.ts';
import { type Voided, voidIn } from './void.ts';

/** Time that the log says was spent offline or asleep, epoch milliseconds. `to` `null`: no line says that it ended. */
export type Span = { from: number; to: number | null; kind: string };

/**
 * Spans without a connection, from the event log, for the operator who decides about an incident. An app that was closed
 * without a connection and opened with one writes no line about that: such a span has no known end.
 */
export async function offlineSpans(db: Db, attemptId: string): Promise<Span[]> {
  const spans: Span[] = [];
  let since: number | null = null;
  for (const { kind, lo, d } of await eventsOf(db, attemptId)) {
    if (kind === 'offline') since ??= lo;
    if (kind === 'sleep') spans.push({ from: lo - (typeof d === 'number' ? d : 0), to: lo, kind });
    if (kind === 'online' && since !== null) {
      spans.push({ from: since, to: lo, kind: 'offline' });
      since = null;
    }
  }
  if (since !== null) spans.push({ from: since, to: null, kind: 'offline' });
  return spans;
}

export type IncidentRow = typeof examIncidents.$inferSelect;

/** Reports that wait for an answer, the oldest last. */
export async function openIncidents(db: Db): Promise<{ incident: IncidentRow; attempt: ExamAttemptRow }[]> {
  return db
    .select({ incident: examIncidents, attempt: examAttempts })
    .from(examIncidents)
    .innerJoin(examAttempts, eq(examAttempts.id, examIncidents.attemptId))
    .where(isNull(examIncidents.answer))
    .orderBy(desc(examIncidents.created));
}

/** A report by its number, `null`: there is none. */
export async function incidentOf(db: Db, no: string) {
  const [row] = await db
    .select({ incident: examIncidents, attempt: examAttempts })
    .from(examIncidents)
    .innerJoin(examAttempts, eq(examAttempts.id, examIncidents.attemptId))
    .where(eq(examIncidents.no, no));
  return row ?? null;
}

/** What an operator decides: more time, taking it again, or nothing. */
export type IncidentAnswer =
  | { answer: 'extended'; ms: number; note: string }
  | { answer: 'retake_granted' | 'as_is'; note: string };

/**
 * Answers a report. More time reopens an attempt that the clock has ended. Taking it again voids this attempt, which
 * stays readable and counts nowhere. `isLooked`: what comes of it is looked into, because its taker had been told marks
 * or keys, or it was in doubt. `over`, `final`: nothing was done, because it could not be taken again.
 */
export async function answerIncident(
  deps: Deps,
  row: IncidentRow,
  decided: IncidentAnswer,
): Promise<{ isLooked: boolean } | Exclude<Voided['done'], 'voided'>> {
  const { answer, note } = decided;
  return transaction(deps.db, async (tx) => {
    let isLooked = false;
    if (decided.answer === 'extended')
      isLooked = (await giveTimeIn(tx, deps, [row.attemptId], decided.ms)).length > 0;
    else if (decided.answer === 'as_is') await tellTaker(tx, deps, row.attemptId, asIsNews(row.no, note));
    else {
      const voided = await voidIn(tx, deps, row.attemptId, { mayLose: false });
      if (voided.done !== 'voided') return voided.done;
      isLooked = voided.isLooked;
      await tellTaker(tx, deps, row.attemptId, retakeNews(row.no, note, voided));
    }
    await tx
      .update(examIncidents)
      .set({ answer, answerNote: note, answered: new Date(deps.clock.now()) })
      .where(eq(examIncidents.id, row.id));
    return { isLooked };
  });
}
