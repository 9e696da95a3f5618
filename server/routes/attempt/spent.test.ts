/** How long each question was open: what devices tell, and what the result says (exams.md 3.6). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Saved } from '#contracts/examAttempt.ts';
import type { SubjectResult } from '#contracts/examResult.ts';
import type { Tx } from '../../db/client.ts';
import { examAnswers, examAttempts } from '../../db/schema/exam.ts';
import { endDueAttempts, graceMs } from '../../domain/attempt/autoSubmit.ts';
import { giveTime } from '../../domain/attempt/outages.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf } from '../../testing/answers.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { createSitting, type ExamDevice, examDevice, minutes, type TestExam } from '../../testing/exam.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

const day = 86_400_000;
let app: TestApp;
let exam: TestExam;
let user: SignedIn;
let device: ExamDevice;
let start: number;

const row = async () =>
  (await app.db.select().from(examAnswers).where(eq(examAnswers.attemptId, device.attempt.id)))[0];
const spent = async () => (await row())?.spent;
/** Seconds by question, as the result of the subject tells them. */
async function told() {
  const { token } = await app.signIn(user);
  const path = `/api/exam/mockexam/${exam.exam.id}/result/${device.attempt.id}/`;
  const { questions } = await bodyOf<SubjectResult>(app.call('GET', path, { token }));
  return questions.map(({ id, time_spent }) => [id, time_spent]);
}

beforeEach(async () => {
  ({ app, exam, user, device, start } = await createSitting());
});

describe('the time of a question', () => {
  it('comes with a save and with the hand-in, and stands in the result; of what was never open there is none', async () => {
    await device.save({ a: ['1', start + 5_000] }, { spent: { 'q-g1': 20 } });
    await device.submit({ a: ['1', start + 5_000] }, { spent: { 'q-g1': 200, 'q-g2': 0 } });
    expect(await told()).toEqual([
      ['q-g1', 200],
      ['q-g2', 0],
      ['q-g3', null],
    ]);
  });

  it('is the greatest that its device has told, in whatever order and however often it comes', async () => {
    for (const seconds of [20, 50, 20, 50, 5])
      await device.save({}, { spent: { 'q-g1': seconds, ...(seconds === 5 && { 'q-g2': 3 }) } });
    expect(await spent()).toEqual({ 1: { 'q-g1': 50, 'q-g2': 3 } });
  });

  it('changes nothing of the answers: no revision, no digest, no receipt', async () => {
    const typed = { a: ['1', start + 5_000] } as const;
    const one = await bodyOf<Saved>(device.save({ a: [...typed.a] }));
    const before = await row();
    const two = await bodyOf<Saved>(device.save({ a: [...typed.a] }, { spent: { 'q-g1': 20 } }));
    const after = await row();
    expect(two).toEqual({ ...one, saved_at: two.saved_at, server_now: two.server_now });
    expect([after?.rev, after?.digest]).toEqual([before?.rev, before?.digest]);
  });

  it('is the sum of its devices; what the former one tells after a take-over is its own', async () => {
    await device.save({}, { spent: { 'q-g1': 20 } });
    const other = examDevice(app, exam, user, 'device-two');
    await other.lease(true, device.attempt.id);
    await other.save({}, { spent: { 'q-g1': 30, 'q-g2': 7 } });
    expect((await device.save({}, { spent: { 'q-g1': 25 } })).status).toBe(423);
    await other.submit({}, { spent: { 'q-g1': 31 } });
    expect(await told()).toEqual([
      ['q-g1', 56],
      ['q-g2', 7],
      ['q-g3', null],
    ]);
  });

  it('is kept of ten devices, and no more', async () => {
    const pair = [device, examDevice(app, exam, user, 'device-two')] as const;
    for (let nth = 0; nth < 12; nth += 1) {
      const one = pair[nth % 2 === 0 ? 0 : 1];
      if (nth > 0) await one.lease(true, device.attempt.id);
      expect((await one.save({}, { spent: { 'q-g1': 1 } })).status).toBe(200);
    }
    expect(Object.keys((await spent()) ?? {})).toHaveLength(10);
  });
});

describe('a time that cannot be', () => {
  it.each<{ what: string; spent: object }>([
    { what: 'less than none', spent: { 'q-g1': -1 } },
    { what: 'no whole number', spent: { 'q-g1': 1.5 } },
    { what: 'no number', spent: { 'q-g1': 'long' } },
    { what: 'longer than the subject', spent: { 'q-g1': 3601 } },
    { what: 'of a question of another subject', spent: { 'x-g1': 5, constructor: 5, a: 5 } },
  ])('$what is left out: the answers and the other times are taken', async ({ spent: sent }) => {
    const answer = await device.save({ a: ['1', start + 5_000] }, { spent: { ...sent, 'q-g3': 4 } });
    expect((await bodyOf<Saved>(answer)).cells.a?.v).toBe('1');
    expect(await spent()).toEqual({ 1: { 'q-g3': 4 } });
  });

  it.each([{ spent: null }, { spent: 'x' }, { spent: [1] }, { spent: { 'q-g1': { deep: 1 } } }, {}])(
    'as a whole refuses nothing: %j',
    async (extra) => {
      const answer = await device.save({ a: ['1', start + 5_000] }, extra);
      expect((await bodyOf<Saved>(answer)).cells.a?.v).toBe('1');
      expect(await spent()).toEqual({});
      await device.submit({ a: ['1', start + 5_000] }, extra);
      expect(await told()).toEqual([
        ['q-g1', null],
        ['q-g2', null],
        ['q-g3', null],
      ]);
    },
  );

  it('with more time there may be more of it', async () => {
    await giveTime(app.deps, [device.attempt.id], minutes(5));
    await device.save({}, { spent: { 'q-g1': 3900, 'q-g2': 3901 } });
    expect(await spent()).toEqual({ 1: { 'q-g1': 3900 } });
  });
});

describe('after the end by the clock', () => {
  it('what was saved is told, though nobody hands in', async () => {
    await device.save({ a: ['1', start + 5_000] }, { spent: { 'q-g1': 20 } });
    app.clock.advance(minutes(60) + graceMs);
    await endDueAttempts(app.deps);
    app.clock.advance(day);
    await runExamJobs(app.deps);
    expect((await told())[0]).toEqual(['q-g1', 20]);
  });

  it('the late hand-in brings the rest, for a change of which nothing is marked anew; after it nothing changes', async () => {
    await device.save({ a: ['1', start + 5_000] }, { spent: { 'q-g1': 20 } });
    app.clock.advance(minutes(60) + graceMs);
    await endDueAttempts(app.deps);
    const last = { spent: { 'q-g1': 40 }, sealed_by: 'time' };
    expect((await device.submit({ a: ['1', start + 5_000] }, last)).status).toBe(200);
    const [attempt] = await app.db.select().from(examAttempts);
    expect([attempt?.lateSync, attempt?.sealNo]).toEqual([false, 0]);
    expect((await device.save({}, { spent: { 'q-g1': 50 } })).status).toBe(409);
    expect((await told())[0]).toEqual(['q-g1', 40]);
  });
});

it('goes with the account: it lies with the answers', async () => {
  await device.save({}, { spent: { 'q-g1': 20 } });
  const json = { password: testPassword };
  expect((await app.call('POST', '/accounts/withdraw/', { token: user.token, json })).status).toBe(204);
  app.clock.advance(30 * day + 1);
  await sweep(app.deps);
  expect(await app.db.select().from(examAnswers)).toEqual([]);
});

it('costs a save no further query', async () => {
  await device.save({});
  const count = async (extra: object) => {
    const statements: string[] = [];
    const { db } = app.deps;
    app.deps.db = new Proxy(db, {
      get: (of, name) =>
        name === 'transaction'
          ? (run: (tx: Tx) => Promise<unknown>) => of.transaction((tx) => run(counting(tx, statements)))
          : Reflect.get(of, name, of),
    });
    await device.save({}, extra);
    app.deps.db = db;
    return statements;
  };
  expect(await count({ spent: { 'q-g1': 20 } })).toEqual(await count({}));
});

/** Notes which kinds of statements are begun. */
function counting(tx: Tx, statements: string[]): Tx {
  return new Proxy(tx, {
    get(of, name) {
      if (['select', 'update', 'insert', 'delete', 'execute'].includes(String(name)))
        statements.push(String(name));
      return Reflect.get(of, name, of);
    },
  });
}
