import { desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import { examIncidents } from '../../db/schema/examLog.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { incidentNews, tellTaker } from '../exam/notices.ts';
import { eventsOf } from './events.ts';
import { giveTime } from './outages.ts';

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
 * stays readable and counts nowhere.
 */
export async function answerIncident(deps: Deps, row: IncidentRow, decided: IncidentAnswer): Promise<void> {
  const { answer, note } = decided;
  await transaction(deps.db, async (tx) => {
    await tx
      .update(examIncidents)
      .set({ answer, answerNote: note, answered: new Date(deps.clock.now()) })
      .where(eq(examIncidents.id, row.id));
    if (answer === 'retake_granted')
      await tx
        .update(examAttempts)
        .set({ state: 'void', endedBy: 'operator' })
        .where(eq(examAttempts.id, row.attemptId));
    if (answer !== 'extended') await tellTaker(tx, deps, row.attemptId, incidentNews(row.no, answer, note));
  });
  if (decided.answer === 'extended') await giveTime(deps, [row.attemptId], decided.ms);
}
