import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt, Checkresult, Submitted } from '#contracts/examAttempt.ts';
import { examAllowances, examAttempts, examEntries } from '../../db/schema/exam.ts';
import { reviewCards } from '../../db/schema/review.ts';
import { endDueAttempts } from '../../domain/attempt/autoSubmit.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { enterExam, examDevice, minutes, storeExam, type TestExam } from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const practice = { json: { practice: true } };
const checkresult = (who: SignedIn, query: string) =>
  app.call('GET', `/api/exam/mockexam/${exam.exam.id}/checkresult/?subject=math${query}`, {
    token: who.token,
  });

/** The real exam is over, with nothing answered. */
async function takenExam() {
  const device = examDevice(app, exam, user);
  await device.start();
  await device.submit({});
  return device;
}

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
});

describe('practice', () => {
  it('is ended by no clock of the exam', async () => {
    const device = await takenExam();
    await bodyOf<Attempt>(device.start('math', practice));
    app.clock.advance(minutes(60 * 24));
    await endDueAttempts(app.deps);
    const rows = await app.db.select().from(examAttempts).where(eq(examAttempts.kind, 'practice'));
    expect(rows.map(({ state }) => state)).toEqual(['running']);
  });

  it('tells marks and keys of the attempt that is meant, to its owner alone', async () => {
    const device = await takenExam();
    const { id } = await bodyOf<Attempt>(device.start('math', practice));
    app.clock.advance(1_000);
    const done = await bodyOf<Submitted>(device.submit({ a: ['1', app.clock.now()] }));
    expect(done.checkresult).toMatchObject({ status: 'marked', total: 40 });
    const told = await bodyOf<Checkresult>(checkresult(user, `&attempt=${id}`));
    expect(told.total).toBe(40);
    expect(told.slots.find(({ slot }) => slot === 'b')?.key).toBe('1');
    // The subject still counts by the real attempt.
    expect((await bodyOf<Checkresult>(checkresult(user, ''))).total).toBe(0);
    const other = await app.signIn();
    expect(await refusalOf(checkresult(other, `&attempt=${id}`))).toMatch(/^404/);
  });

  it('of one subject does not wait for that of another, and its mistakes are reviewed', async () => {
    const device = await takenExam();
    await device.start('english');
    await device.submit({});
    await device.start('math', practice);
    const other = examDevice(app, exam, user);
    expect((await other.start('english', practice)).status).toBe(201);
    await app.db.delete(reviewCards);
    app.clock.advance(1_000);
    await device.submit({ a: ['1', app.clock.now()], b: ['3', app.clock.now()] });
    await runExamJobs(app.deps);
    const cards = await app.db.select().from(reviewCards).where(eq(reviewCards.userId, user.id));
    const made = cards.filter(({ subjectId }) => subjectId === exam.subjectIds.math);
    expect(made.map(({ question }) => question)).toContain('q-g2');
  });

  /** Moves the clock to a moment before or after the end of the window; the learner gets a new access token. */
  const toEnd = async (ms: number) => {
    app.clock.advance((exam.exam.examUntil?.getTime() ?? 0) + ms - app.clock.now());
    Object.assign(user, await app.signIn(user));
  };

  it('is for who has entered and paid, also after the window: it shows the questions and their keys', async () => {
    await toEnd(1_000);
    const stranger = examDevice(app, exam, await app.signIn());
    expect(await refusalOf(stranger.start('math', practice))).toBe('409 not_entered');
    await app.db.update(examEntries).set({ status: 'awaiting_payment' });
    const device = examDevice(app, exam, user);
    expect(await refusalOf(device.start('math', practice))).toBe('402 payment_required');
    await app.db.update(examEntries).set({ status: 'canceled' });
    expect(await refusalOf(device.start('math', practice))).toBe('409 not_entered');
    // A learner who entered, was absent, and did not choose the subject may practise it.
    await app.db.update(examEntries).set({ status: 'entered', subjects: ['english'] });
    expect((await device.start('math', practice)).status).toBe(201);
  });

  it('waits for the own attempt, whose time may go beyond the window', async () => {
    const modified = new Date(app.clock.now());
    await app.db.insert(examAllowances).values({ userId: user.id, multiplierPct: 150, modified });
    await toEnd(-minutes(30));
    const device = examDevice(app, exam, user);
    const { deadline_at } = await bodyOf<Attempt>(device.start());
    await toEnd(1_000);
    expect(Date.parse(deadline_at)).toBeGreaterThan(app.clock.now());
    const other = examDevice(app, exam, user, 'device-two');
    expect(await refusalOf(other.start('math', practice))).toBe('409 not_open');
    await device.submit({});
    expect((await other.start('math', practice)).status).toBe(201);
  });

  it('cards are made of what has ended: not of an attempt that runs again, nor of a void one', async () => {
    for (const state of ['running', 'void'] as const) {
      await takenExam();
      await app.db.update(examAttempts).set({ state });
      await runExamJobs(app.deps);
      expect(await app.db.select().from(reviewCards)).toEqual([]);
      await app.db.update(examAttempts).set({ state: 'void' });
    }
  });
});
