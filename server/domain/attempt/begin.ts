import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { baseDeadline } from '#contracts/examDeadline.ts';
import { digestOf } from '#contracts/examMerge.ts';
import type { Tx } from '../../db/client.ts';
import {
  type ExamAttemptRow,
  type examAllowances,
  examAnswers,
  examAttempts,
  examVersions,
} from '../../db/schema/exam.ts';
import { deadlineOf } from './deadline.ts';
import type { Held } from './load.ts';

/** How long a practice can be continued, milliseconds; it has no other end. */
const practiceMs = 30 * 86_400_000;

/** What begins: for whom, which subject of which version, and what its time depends on. `now`: epoch milliseconds. */
type Beginning = Pick<ExamAttemptRow, 'kind' | 'round' | 'startKey' | 'needsLook'> & {
  /** A member, or somebody who applied for the entry exam. */
  owner: { userId: number } | { entryTestId: string };
  subject: {
    id: number;
    key: string;
    examId: number;
    versionId: number;
    minutes: number;
    /** When somebody first began this version. */
    firstStart: Date | null;
  };
  device: { id: string; label: string };
  allowance: typeof examAllowances.$inferSelect | null;
  /** End of the exam's window; `null`: it has none. */
  examUntil: Date | null;
  now: number;
};

/**
 * Begins an attempt of any exam: from here on its time runs by the server's clock (exams.md 3.4 S2, 3.7). The caller
 * has checked that it may begin.
 */
export async function beginAttempt(tx: Tx, beginning: Beginning): Promise<Held> {
  const { owner, subject, kind, round, startKey, needsLook, device, allowance, examUntil, now } = beginning;
  const started = new Date(now);
  if (subject.firstStart === null)
    await tx.update(examVersions).set({ firstStart: started }).where(eq(examVersions.id, subject.versionId));
  const multiplierPct = allowance?.multiplierPct ?? 100;
  const { minutes } = subject;
  const ends =
    kind === 'real'
      ? baseDeadline({ started: now, minutes, multiplierPct, examUntil: examUntil?.getTime() ?? null })
      : now + practiceMs;
  const parts = { baseDeadline: new Date(ends), startMs: 0, outageMs: 0, givenMs: 0 };
  const [attempt] = await tx
    .insert(examAttempts)
    .values({
      ...owner,
      ...parts,
      id: randomUUID(),
      examId: subject.examId,
      subjectId: subject.id,
      subject: subject.key,
      kind,
      round,
      startKey,
      needsLook,
      state: 'running',
      startedAt: started,
      deadline: deadlineOf(parts),
      multiplierPct,
      scriptInsteadOfAudio: allowance?.scriptInsteadOfAudio ?? false,
      leaseDevice: device.id,
      leaseLabel: device.label,
      leaseSeenAt: started,
      created: started,
    })
    .returning();
  if (!attempt) throw new Error('attempt was not stored');
  const [answers] = await tx
    .insert(examAnswers)
    .values({
      attemptId: attempt.id,
      cells: {},
      plays: {},
      digest: await digestOf({}),
      savedAt: started,
      savesFrom: started,
    })
    .returning();
  if (!answers) throw new Error('answers were not stored');
  return { attempt, answers };
}
