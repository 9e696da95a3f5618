import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Review } from '#contracts/review.ts';
import type { Tx } from '../../db/client.ts';
import { lockForImport } from '../../db/importLock.ts';
import { examSubjects, exams } from '../../db/schema/exam.ts';
import { transaction } from '../../db/transaction.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { enterExam, examDevice, storeExam, type TestExam } from '../../testing/exam.ts';
import { testDbKind } from '../../testing/testDb.ts';
import type { SignedIn } from '../../testing/users.ts';
import { runExamJobs } from '../examResult/jobs.ts';
import { renewCards } from './renew.ts';
import { withdrawCards } from './withdraw.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const read = (after: string) =>
  bodyOf<Review>(app.call('GET', `/api/lms/review/?after=${after}`, { token: user.token }));

/** Hands in an attempt of 数学 in which `g2` is wrong. Answers the attempt. */
async function sit(): Promise<string> {
  const device = examDevice(app, exam, user);
  await device.start('math');
  const now = app.clock.now();
  app.clock.advance(1_000);
  await device.submit({ a: ['1', now], b: ['3', now], c: ['2', now], d: ['2', now] });
  return device.attempt.id;
}

/** An import that has changed this, and does `meanwhile` before it is committed. */
const importing = (change: (tx: Tx) => Promise<void>, meanwhile: () => Promise<unknown>) =>
  transaction(app.db, async (tx) => {
    await lockForImport(tx);
    await change(tx);
    await meanwhile();
  });

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
});

// The embedded database has one connection: nothing comes between an import's begin and end there.
describe.runIf(testDbKind === 'postgres')('cards that would be made while an import runs', () => {
  it('are not made of the exam that it withdraws, and wait for no import', async () => {
    await sit();
    const withdraw = async (tx: Tx) => {
      const now = new Date(app.clock.now());
      await tx.update(exams).set({ withdrawn: now }).where(eq(exams.id, exam.exam.id));
      await withdrawCards(tx, [exam.exam.id], now);
    };
    await importing(withdraw, () => runExamJobs(app.deps));
    app.clock.advance(60_000);
    await runExamJobs(app.deps);
    expect((await read('0')).cards).toEqual([]);
  });

  it('are made soon after it', async () => {
    await sit();
    await importing(
      async () => {},
      () => runExamJobs(app.deps),
    );
    expect((await read('0')).cards).toEqual([]);
    app.clock.advance(5_000);
    await runExamJobs(app.deps);
    expect((await read('0')).cards.map(({ question }) => question.id)).toEqual(['q-g2']);
  });

  it('say what it explains anew, when the learner adds them, who is asked to come back after it', async () => {
    const id = await sit();
    const subjectId = exam.subjectIds.math ?? 0;
    const [subject] = await app.db.select().from(examSubjects).where(eq(examSubjects.id, subjectId));
    if (!subject) throw new Error('no subject');
    const questions = subject.answers.questions.map((one) => ({ ...one, why: '新しい解説' }));
    const explain = async (tx: Tx) => {
      await tx
        .update(examSubjects)
        .set({ answers: { ...subject.answers, questions } })
        .where(eq(examSubjects.id, subjectId));
      await renewCards(
        tx,
        subjectId,
        questions.map((one) => one.id),
      );
    };
    const json = { attempt: id, questions: ['q-g1'] };
    const add = () => app.call('POST', '/api/lms/review/add/', { token: user.token, json });
    let cursor = '';
    await importing(explain, async () => {
      expect(await refusalOf(add())).toBe('409 conflict');
      // A device that reads now has what is committed.
      ({ cursor } = await read('0'));
    });
    expect((await add()).status).toBe(200);
    const { cards } = await read(cursor);
    expect(cards.find(({ question }) => question.id === 'q-g1')?.why).toContain('新しい解説');
  });
});
