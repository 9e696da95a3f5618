/** What is told of an attempt that the clock ended, while answers of its device may still come (exams.md 3.6). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MockExamDetail } from '#contracts/exam.ts';
import type { Attempt, AttemptRefusal, Checkresult, Submitted } from '#contracts/examAttempt.ts';
import type { SubjectResult } from '#contracts/examResult.ts';
import { examAllowances, examAttempts, exams } from '../../db/schema/exam.ts';
import { examScores } from '../../db/schema/examResult.ts';
import { notices } from '../../db/schema/notices.ts';
import { reviewCards } from '../../db/schema/review.ts';
import { endDueAttempts, graceMs } from '../../domain/attempt/autoSubmit.ts';
import { giveTime } from '../../domain/attempt/outages.ts';
import { voidAttempt } from '../../domain/attempt/void.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import {
  type ExamDevice,
  enterExam,
  examDevice,
  minutes,
  startedDevice,
  storeExam,
  type TestExam,
  type Typed,
} from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;
let device: ExamDevice;
let start: number;
const day = 86_400_000;

const to = (time: number) => app.clock.advance(time - app.clock.now());
const right = (): Typed => ({ a: ['1', start + 1_000], b: ['1', start + 2_000] });
/** The time is over, and the server ends the attempt without a word of its device. */
async function timeOut() {
  to(start + minutes(60) + graceMs + 1);
  await endDueAttempts(app.deps);
  await runExamJobs(app.deps);
}
async function get<Body>(path: string, who = user): Promise<Body> {
  const { token } = await app.signIn(who);
  return bodyOf<Body>(app.call('GET', `/api/exam/mockexam/${exam.exam.id}/${path}`, { token }));
}
const marks = (who = user) => get<Checkresult>('checkresult/?subject=math', who);
const cards = () => app.db.select().from(reviewCards).where(eq(reviewCards.userId, user.id));
const row = async () =>
  (await app.db.select().from(examAttempts).where(eq(examAttempts.id, device.attempt.id)))[0];

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  ({ device, start } = await startedDevice(app, exam, user));
});

describe('an attempt that the clock ended, whose device may still send', () => {
  it('tells neither marks, keys, cards nor results until it hands in, and is closed then', async () => {
    await device.save({ a: ['2', start + 500] });
    await timeOut();
    const until = new Date(start + minutes(60) + day).toISOString();
    const nothing = { status: 'marking', late_until: until, total: null, slots: [], answers_key: null };
    expect(await marks()).toMatchObject(nothing);
    const detail = await get<MockExamDetail>('');
    expect(detail.subjects.find(({ id }) => id === 'math')).toMatchObject({
      state: 'timed_out',
      score: null,
      late_until: until,
    });
    const result = await get<SubjectResult>(`result/${device.attempt.id}/`);
    expect(result).toMatchObject({ status: 'not_published', late_until: until, answers: null });
    expect(await cards()).toEqual([]);
    const again = examDevice(app, exam, await app.signIn(user), 'device-two');
    expect(await refusalOf(again.start('math', { json: { practice: true } }))).toBe('409 not_open');

    const handed = await bodyOf<Submitted>(device.submit(right(), { sealed_by: 'time' }));
    expect(handed).toMatchObject({ late_sync: true, ended_by: 'time', kept: 0 });
    expect(handed.checkresult).toMatchObject({ status: 'marked', total: 80, late_until: null });
    await runExamJobs(app.deps);
    expect((await cards()).map(({ question }) => question)).toEqual(['q-g3']);
    // Who knows the keys now changes nothing any more, with whatever time the answer is sent.
    const forged = await device.save({
      ...right(),
      c: ['2', start + minutes(59)],
      d: ['2', start + minutes(59)],
    });
    expect([forged.status, await forged.json()]).toMatchObject([409, { code: 'closed', kept: 2 }]);
    await runExamJobs(app.deps);
    expect((await app.db.select().from(examScores))[0]?.total).toBe(80);
    expect(await bodyOf<Submitted>(device.submit(right()))).toMatchObject({ receipt_no: handed.receipt_no });
    const told = await app.db.select().from(notices).where(eq(notices.userId, user.id));
    expect(told.map(({ bodyHtml }) => bodyHtml).join('')).toContain('ほかの内容の解答が2件届きました');
  });

  it('is told a day after its end when nothing came', async () => {
    await device.save(right());
    await timeOut();
    to(start + minutes(60) + day + 1_000);
    await runExamJobs(app.deps);
    expect(await marks()).toMatchObject({ status: 'marked', total: 80, late_until: null });
    expect((await cards()).map(({ question }) => question)).toEqual(['q-g3']);
  });

  it('is looked into when it is opened again after its marks were told, and only then', async () => {
    await timeOut();
    await giveTime(app.deps, [device.attempt.id], minutes(5));
    expect(await row()).toMatchObject({ state: 'running', needsLook: false });
    await device.save({});
    to(app.clock.now() + minutes(5));
    await device.submit({}, { sealed_by: 'time' });
    expect(await row()).toMatchObject({ state: 'timed_out', handedInAt: new Date(app.clock.now()) });
    await giveTime(app.deps, [device.attempt.id], minutes(5));
    expect(await row()).toMatchObject({ state: 'running', needsLook: true, handedInAt: null });
    expect(await marks()).toMatchObject({ status: 'marking', slots: [] });
  });
});

it('marks and keys after the window wait for who still has time, whoever asks', async () => {
  await app.db.update(exams).set({ marksOpen: 'after_window', keysOpen: 'after_window' });
  await device.submit({});
  const slow = await app.signIn();
  await enterExam(app.deps, exam, slow.id);
  const modified = new Date(app.clock.now());
  await app.db.insert(examAllowances).values({ userId: slow.id, multiplierPct: 150, modified });
  const until = exam.exam.examUntil?.getTime() ?? 0;
  to(until - minutes(30));
  const other = examDevice(app, exam, await app.signIn(slow));
  const { deadline_at } = await bodyOf<Attempt>(other.start());
  expect(Date.parse(deadline_at)).toBe(until + minutes(30));
  to(until + 1_000);
  await runExamJobs(app.deps);
  expect(await marks()).toMatchObject({ status: 'closed', marks_at: deadline_at, keys_at: deadline_at });
  expect(await cards()).toEqual([]);
  await other.submit({});
  await runExamJobs(app.deps);
  const open = await marks();
  expect([open.status, open.slots[0]?.key]).toEqual(['marked', '1']);
  to(until + minutes(30));
  await runExamJobs(app.deps);
  expect(await cards()).toHaveLength(3);
});

it('row 77: a voided attempt says so to its device, keeps what came, is readable without marks', async () => {
  await device.save(right());
  expect(await voidAttempt(app.deps, device.attempt.id)).toMatchObject({ done: 'voided', isLooked: false });
  for (const answer of [
    await device.save({ a: ['3', start + 3_000] }),
    await device.submit({ a: ['3', start] }),
  ]) {
    const refusal = await bodyOf<AttemptRefusal>(answer);
    expect([answer.status, refusal]).toMatchObject([
      409,
      { code: 'closed', ended_by: 'operator', receipt_no: null, submitted_at: null, kept: 1 },
    ]);
    expect(refusal.detail).toContain('もう一度受験できます');
  }
  const old = await bodyOf<Attempt>(device.read());
  expect([old.state, old.cells.a?.v, old.token]).toEqual(['void', '1', null]);
  expect(await get<SubjectResult>(`result/${device.attempt.id}/`)).toMatchObject({ status: 'not_published' });
  const again = examDevice(app, exam, user);
  expect((await again.start()).status).toBe(201);
});
