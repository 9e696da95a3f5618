/** An exam that was taken: one user with an account, takers without one, and the 成績表. */
import { randomUUID } from 'node:crypto';
import type { Report } from '#contracts/examResult.ts';
import { score } from '#contracts/examScore.ts';
import { examAnswers, examAttempts } from '../db/schema/exam.ts';
import { examScores } from '../db/schema/examResult.ts';
import { bodyOf } from './answers.ts';
import { createTestApp, type TestApp } from './createTestApp.ts';
import { enterExam, examDevice, storeExam, type TestExam, testKey } from './exam.ts';
import type { SignedIn } from './users.ts';

/** A test server with an exam, and the user who has entered it. */
export type SatExam = { app: TestApp; exam: TestExam; user: SignedIn };

/** A sample exam, in which takers without an account count, on an emptied database; nobody has taken it yet. */
export async function openSatExam(): Promise<SatExam> {
  const app = await createTestApp();
  const exam = await storeExam(app.deps, { exam: { isSample: true } });
  const user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  return { app, exam, user };
}

/** Values that give this many points: 0, 20, 40, 60, 80 or 100. */
const valuesFor = (points: number): Record<string, string> => ({
  a: points >= 40 ? '1' : '3',
  b: points >= 80 ? '1' : '3',
  ...(points % 40 === 20 ? { c: '2', d: '2' } : { c: '1', d: '1' }),
});

/** Stores random takers: each with marks of a subject, without an account. */
export async function storeTakers(
  { app, exam }: SatExam,
  points: readonly number[],
  subject = 'math',
): Promise<void> {
  const now = new Date(app.clock.now());
  const subjectId = exam.subjectIds[subject] ?? 0;
  const rows = points.map((want, at) => ({ id: randomUUID(), values: valuesFor(want), at }));
  const cells = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([slot, v]) => [slot, { v, at: 1, lo: 1, f: false, fat: 0, flo: 0 }]),
    );
  await app.db.insert(examAttempts).values(
    rows.map(({ id, at }) => ({
      id,
      userId: null,
      examId: exam.exam.id,
      subjectId,
      subject,
      kind: 'real' as const,
      round: 1,
      state: 'submitted' as const,
      startedAt: now,
      baseDeadline: now,
      deadline: now,
      leaseSeenAt: now,
      startKey: `taker-${at}`,
      submittedAt: now,
      created: now,
    })),
  );
  await app.db.insert(examAnswers).values(
    rows.map(({ id, values }) => ({
      attemptId: id,
      cells: cells(values),
      plays: {},
      digest: '',
      savedAt: now,
      savesFrom: now,
    })),
  );
  await app.db.insert(examScores).values(
    rows.map(({ id, values }) => {
      const marked = score(testKey, values);
      return {
        attemptId: id,
        keyRevision: 1,
        subjectId,
        points: marked.groups.map((one) => one.points ?? 0),
        total: marked.total,
        full: marked.full,
        pending: 0,
        picks: [],
        made: now,
      };
    }),
  );
}

/** The user takes a subject and gets this many points; answers the attempt. */
export async function take({ app, exam, user }: SatExam, points: number, subject = 'math'): Promise<string> {
  const device = examDevice(app, exam, user);
  await device.start(subject);
  const now = app.clock.now();
  app.clock.advance(1_000);
  const typed = Object.fromEntries(
    Object.entries(valuesFor(points)).map(([slot, v]) => [slot, [v, now] as [string, number]]),
  );
  const { status } = await device.submit(typed);
  if (status !== 200) throw new Error(`not handed in but ${status}`);
  return device.attempt.id;
}

/** The 成績表 of the user. `query`: for another version than the newest. */
export const report = ({ app, exam, user }: SatExam, query = '') =>
  bodyOf<Report>(
    app.call('GET', `/api/exam/mockexam/${exam.exam.id}/result/${query}`, { token: user.token }),
  );

/** Points of 149 takers. With one more of 60 points there are enough for everything that is shown. */
export const spread = [...Array(60).fill(20), ...Array(60).fill(60), ...Array(29).fill(100)] as number[];
