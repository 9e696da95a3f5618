import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt, AttemptRefusal, Checkresult, Saved, Submitted } from '#contracts/examAttempt.ts';
import { digestOf } from '#contracts/examMerge.ts';
import { examAttempts, exams } from '../../db/schema/exam.ts';
import { examIncidents, examOrphans } from '../../db/schema/examLog.ts';
import { examScores } from '../../db/schema/examResult.ts';
import { notices } from '../../db/schema/notices.ts';
import { endDueAttempts, graceMs } from '../../domain/attempt/autoSubmit.ts';
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
  testKey,
} from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;
let device: ExamDevice;
let start: number;

const attemptRow = async () => (await app.db.select().from(examAttempts))[0];
const total = async () => (await app.db.select().from(examScores))[0]?.total;
const right = (): Typed => ({ a: ['1', start + 1_000], c: ['2', start + 2_000], d: ['2', start + 3_000] });
/** The time is over and the server looks. */
const timeOut = async () => {
  app.clock.advance(start + minutes(60) + graceMs + 1 - app.clock.now());
  return endDueAttempts(app.deps);
};

async function begin(fields: Parameters<typeof storeExam>[1] = {}) {
  exam = await storeExam(app.deps, fields);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  ({ device, start } = await startedDevice(app, exam, user));
  app.clock.advance(minutes(1));
}

beforeEach(async () => {
  app = await createTestApp();
});

describe('a hand-in', () => {
  it('gives a receipt, marks at once, and is the same when it is sent again', async () => {
    await begin();
    const one = await bodyOf<Submitted>(device.submit(right()));
    expect(one.receipt_no).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(one).toMatchObject({ late_sync: false, ended_by: 'user' });
    expect(one.checkresult).toMatchObject({ status: 'marked', total: 60, full: 100 });
    app.clock.advance(5_000);
    expect(await bodyOf<Submitted>(device.submit(right()))).toEqual(one);
    expect(await attemptRow()).toMatchObject({ state: 'submitted', endedBy: 'user' });
  });

  it('row 11: in the last second, its answer lost: the repeat after the deadline is the same receipt', async () => {
    await begin();
    app.clock.advance(start + minutes(60) - 500 - app.clock.now());
    const one = await bodyOf<Submitted>(device.submit(right()));
    await timeOut();
    expect(await bodyOf<Submitted>(device.submit(right()))).toEqual(one);
  });

  it('with another state than the server’s is 412 with the cells, and then goes through', async () => {
    await begin();
    await device.save({ b: ['1', start + 4_000] });
    const answer = await device.submit(right());
    const refusal = await bodyOf<AttemptRefusal>(answer);
    expect([answer.status, refusal.code, refusal.cells?.b?.v, refusal.cells?.a?.v]).toEqual([
      412,
      'unsynced',
      '1',
      '1',
    ]);
    expect((await attemptRow())?.state).toBe('running');
    expect((await device.submit({ ...right(), b: ['1', start + 4_000] })).status).toBe(200);
    expect(await total()).toBe(100);
  });

  it('with cells that do not count is 412 and names them: the round after it does not bring them', async () => {
    await begin();
    app.clock.advance(start + minutes(60) + 30_000 - app.clock.now());
    const late: Typed = { ...right(), b: ['1', start + minutes(60) + 20_000], zz: ['1', start + 1_000] };
    const refusal = await bodyOf<AttemptRefusal>(device.submit(late));
    expect(refusal).toMatchObject({ code: 'unsynced', cells: { a: { v: '1' } } });
    expect(refusal.cells?.b).toBeUndefined();
    expect(refusal.dropped).toEqual([
      { slot: 'b', reason: 'late' },
      { slot: 'zz', reason: 'unknown' },
    ]);
    expect(await bodyOf<Submitted>(device.submit(right()))).toMatchObject({ kept: 0 });
    expect(await total()).toBe(60);
  });

  it('as merged ends the rounds', async () => {
    await begin();
    await device.save({ b: ['1', start + 4_000] });
    expect((await device.submit(right(), { as_merged: true })).status).toBe(200);
    expect(await total()).toBe(100);
  });

  it('is final: what comes after is kept apart and counted', async () => {
    await begin();
    await device.submit(right());
    const answer = await device.save({ ...right(), a: ['3', app.clock.now()] });
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'closed', ended_by: 'user', kept: 1 },
    ]);
    expect(await total()).toBe(60);
    expect(await refusalOf(device.submit({ a: ['3', app.clock.now()] }))).toBe('409 closed');
    expect(await refusalOf(device.lease(true))).toBe('409 closed');
    expect((await app.db.select().from(examOrphans)).map(({ reason }) => reason)).toEqual(['closed']);
  });

  it('row 1: typed offline to the end, back after the deadline: everything counts', async () => {
    await begin();
    app.clock.advance(minutes(70));
    await endDueAttempts(app.deps);
    const typed: Typed = { ...right(), b: ['1', start + minutes(59)] };
    const body = await bodyOf<Submitted>(device.submit(typed, { sealed_by: 'time' }));
    expect(body).toMatchObject({
      late_sync: true,
      ended_by: 'time',
      submitted_at: new Date(start + minutes(60)).toISOString(),
    });
    expect(body.checkresult?.total).toBe(100);
  });

  it('sealed by the clock before the server ended it is an end by time', async () => {
    await begin();
    app.clock.advance(start + minutes(60) + 5_000 - app.clock.now());
    expect(await bodyOf<Submitted>(device.submit(right(), { sealed_by: 'time' }))).toMatchObject({
      ended_by: 'time',
      late_sync: false,
    });
    expect((await attemptRow())?.state).toBe('timed_out');
  });

  it('tells marks and keys only when the exam does', async () => {
    await begin({ exam: { marksOpen: 'after_window', keysOpen: 'after_window' } });
    const { checkresult } = await bodyOf<Submitted>(device.submit(right()));
    expect(checkresult).toMatchObject({ status: 'closed', total: null, slots: [], answers_key: null });
    const path = `/api/exam/mockexam/${exam.exam.id}/checkresult/?subject=math`;
    await app.db.update(exams).set({ marksOpen: 'at_once' });
    const marks = await bodyOf<Checkresult>(app.call('GET', path, { token: user.token }));
    expect(marks).toMatchObject({ status: 'marked', total: 60, answers_key: null });
    expect(marks.slots[0]).toMatchObject({ slot: 'a', state: 'right', key: null });
    expect(marks.slots.map(({ notes }) => notes)).toEqual([[], [], [], []]);
    app.clock.advance(8 * 86_400_000);
    const open = await bodyOf<Checkresult>(app.call('GET', path, { token: (await app.signIn(user)).token }));
    expect([open.slots[0]?.key, open.answers_key?.length]).toEqual(['1', 43]);
    expect(open.slots.map(({ notes }) => notes)).toEqual([[], [], ['whole'], ['whole']]);
  });
});

describe('the end by the clock', () => {
  it('takes what the server has, as of the deadline, with a receipt', async () => {
    await begin();
    await device.save(right());
    expect(await timeOut()).toBe(1);
    await runExamJobs(app.deps);
    expect(await attemptRow()).toMatchObject({
      state: 'timed_out',
      endedBy: 'time',
      submittedAt: new Date(start + minutes(60)),
      lateSync: false,
    });
    expect((await attemptRow())?.receiptNo).toHaveLength(11);
    expect(await total()).toBe(60);
  });

  it('waits for devices that hand in by themselves', async () => {
    await begin();
    app.clock.advance(start + minutes(60) + graceMs - app.clock.now());
    expect(await endDueAttempts(app.deps)).toBe(0);
  });

  it('row 69: cells typed before it and sent within a day are merged and marked again; later ones kept and told', async () => {
    await begin();
    await timeOut();
    await runExamJobs(app.deps);
    expect(await total()).toBe(0);
    const { receiptNo } = (await attemptRow()) ?? {};
    app.clock.advance(start + minutes(60) + 24 * minutes(60) - minutes(1) - app.clock.now());
    const body = await bodyOf<Saved>(device.save({ a: ['1', start + minutes(60) - 1_000] }));
    expect(body.cells.a?.v).toBe('1');
    await runExamJobs(app.deps);
    expect(await total()).toBe(40);
    expect(await attemptRow()).toMatchObject({ lateSync: true, sealNo: 1, receiptNo });
    app.clock.advance(minutes(4));
    const late = await device.save({ b: ['1', start + minutes(59)] });
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { code: 'closed', receipt_no: receiptNo, kept: 1 },
    ]);
    expect((await app.db.select().from(examOrphans)).map(({ reason }) => reason)).toEqual(['late']);
  });

  it('row 67: races the hand-in: one state, and the taker has a receipt either way', async () => {
    await begin();
    app.clock.advance(start + minutes(60) + graceMs + 1 - app.clock.now());
    const [answer] = await Promise.all([device.submit(right()), endDueAttempts(app.deps)]);
    const body = await bodyOf<Submitted>(answer);
    await runExamJobs(app.deps);
    const row = await attemptRow();
    expect(row?.receiptNo).toBe(body.receipt_no);
    expect(['submitted', 'timed_out']).toContain(row?.state);
    expect(await total()).toBe(60);
    expect(await app.db.select().from(examScores)).toHaveLength(1);
  });

  it('row 66: in three processes ends each once, with one receipt', async () => {
    await begin();
    const others = [await createTestApp({ besides: app }), await createTestApp({ besides: app })];
    app.clock.advance(start + minutes(60) + graceMs + 1 - app.clock.now());
    const counts = await Promise.all([app, ...others].map(({ deps }) => endDueAttempts(deps)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const [row, ...more] = await app.db.select().from(examAttempts);
    expect([row?.state, row?.receiptNo?.length, more.length]).toEqual(['timed_out', 11, 0]);
    const news = await app.db.select().from(notices);
    expect(news.map(({ bodyHtml }) => bodyHtml.includes(`受付番号: ${row?.receiptNo}`))).toEqual([true]);
    // The receipt that its device gets is the same one.
    const { receipt_no } = await bodyOf<Submitted>(device.submit({}, { sealed_by: 'time' }));
    expect(receipt_no).toBe(row?.receiptNo);
  });
});

describe('a report of own trouble', () => {
  const report = (json: object) => device.call('POST', 'incident/', json);
  const at = (passed: number) => new Date(start + passed).toISOString();

  it('is taken once for a subject; the same again is the same number', async () => {
    await begin();
    app.clock.advance(minutes(10));
    const json = { kind: 'network', from: at(minutes(2)), to: at(minutes(6)), body: 'Wi-Fiが切れました' };
    const answer = await report(json);
    expect(answer.status).toBe(201);
    const { no } = await bodyOf<{ no: string }>(answer);
    expect(await bodyOf<{ no: string }>(report(json))).toEqual({ no });
    expect(await refusalOf(report({ ...json, body: 'もう一度' }))).toBe('409 already_reported');
    expect(await app.db.select().from(examIncidents)).toHaveLength(1);
  });

  it('is taken until a day after the time of the subject, whatever ended it', async () => {
    await begin();
    await bodyOf<Submitted>(device.submit(right()));
    const json = { kind: 'device', from: at(minutes(10)), to: at(minutes(40)), body: '' };
    app.clock.advance(start + minutes(60) + 24 * minutes(60) - app.clock.now());
    expect(await refusalOf(report(json))).toBe('409 closed');
    app.clock.advance(-1_000);
    expect((await report(json)).status).toBe(201);
    app.clock.advance(minutes(5));
    expect((await report(json)).status).toBe(201);
    expect(await app.db.select().from(examIncidents)).toMatchObject([
      { from: new Date(start + minutes(10)), to: new Date(start + minutes(40)) },
    ]);
  });

  it('is of three minutes and more, within the attempt', async () => {
    await begin();
    const json = { kind: 'network', from: at(0), to: at(minutes(2)), body: '' };
    expect(await refusalOf(report({ ...json, from: at(-minutes(30)) }))).toBe('400 validation');
    expect(await refusalOf(report(json))).toBe('400 validation');
    expect(await refusalOf(report({ ...json, from: at(minutes(70)), to: at(minutes(75)) }))).toBe(
      '400 validation',
    );
  });
});

it('own points for a 記述 answer count, never above what it is worth', async () => {
  const [first] = testKey.groups;
  const own = {
    ...testKey,
    groups: [{ ...(first as (typeof testKey.groups)[number]), rule: 'self' as const, points: 10 }],
  };
  await begin({ key: own });
  const handed = await bodyOf<Submitted>(device.submit({ a: ['私の答え', start + 1_000] }));
  expect(handed.checkresult).toMatchObject({ total: 0, pending: [{ group: 'g1', full: 10, points: null }] });
  // The rubric comes with the keys: nobody marks without it.
  await app.db.update(exams).set({ keysOpen: 'after_window' });
  expect(await refusalOf(device.call('POST', 'selfscore/', { question: 'g1', points: 7 }))).toBe(
    '409 conflict',
  );
  await app.db.update(exams).set({ keysOpen: 'at_once' });
  expect(await refusalOf(device.call('POST', 'selfscore/', { question: 'g1', points: 11 }))).toBe(
    '422 over_points',
  );
  const { score } = await bodyOf<{ score: Checkresult }>(
    device.call('POST', 'selfscore/', { question: 'q-g1', points: 7 }),
  );
  expect(score).toMatchObject({ total: 7, pending: [{ points: 7 }] });
});

it('a device that another one took over from gives no points and reports nothing', async () => {
  await begin();
  const other = examDevice(app, exam, user, 'device-two');
  await bodyOf<Attempt>(other.start());
  await bodyOf<Attempt>(other.lease(true));
  const given = { question: 'g1', points: 7 };
  expect(await refusalOf(device.call('POST', 'selfscore/', given))).toBe('403 attempt_token');
  const at = new Date(app.clock.now()).toISOString();
  const told = { kind: 'other', from: at, to: at, body: '' };
  expect(await refusalOf(device.call('POST', 'incident/', told))).toBe('403 attempt_token');
});

it('an English test is the same engine, again after its days', async () => {
  const test = await storeExam(app.deps, {
    kind: 'english',
    subjects: ['test'],
    minutes: 25,
    exam: { examFrom: null, examUntil: null, reportAt: null, retakeDays: 7, totals: [] },
  });
  const taker = await app.signIn();
  const path = `/api/english/test/${test.exam.id}/attempt/`;
  const begun = { subject: 'test', device_id: 'device-one' };
  const first = await bodyOf<Attempt>(app.call('POST', path, { token: taker.token, json: begun }));
  const lists = () =>
    bodyOf<{ results: { status: string; next_at: string | null; is_taken: boolean }[] }>(
      app.call('GET', '/api/english/test/', { token: taker.token }),
    );
  expect((await lists()).results[0]).toMatchObject({ status: 'running', is_taken: false });
  await app.call('POST', `${path}${first.id}/submit/`, {
    headers: { 'X-Attempt-Token': first.token ?? '' },
    json: {
      lease: 1,
      rev: 0,
      answers: {},
      digest: await digestOf({}),
      client_at: { since: first.server_now, dlo: 0, dhi: 0 },
    },
  });
  expect((await lists()).results[0]).toMatchObject({ status: 'waiting', is_taken: true });
  const early = await app.call('POST', path, { token: taker.token, json: begun });
  const next = new Date(start0(first) + 7 * 86_400_000).toISOString();
  expect([early.status, await early.json()]).toMatchObject([409, { code: 'too_soon', next_at: next }]);
  const history = await bodyOf<{ results: { score: number; cefr: string }[] }>(
    app.call('GET', '/api/english/test/history/', { token: taker.token }),
  );
  expect(history.results).toMatchObject([{ score: 0, cefr: 'Pre-A1' }]);
  app.clock.advance(7 * 86_400_000);
  const { token } = await app.signIn(taker);
  expect((await app.call('POST', path, { token, json: begun })).status).toBe(201);
  expect(
    await refusalOf(app.call('POST', `/api/exam/mockexam/${test.exam.id}/attempt/`, { token, json: begun })),
  ).toBe('404 not_found');
});
it('the history of English tests says that what was written waits for the points of its taker', async () => {
  const [group] = testKey.groups;
  const test = await storeExam(app.deps, {
    kind: 'english',
    subjects: ['test'],
    minutes: 25,
    exam: { examFrom: null, examUntil: null, reportAt: null, totals: [] },
    key: {
      ...testKey,
      groups: [{ ...(group as (typeof testKey.groups)[number]), rule: 'self' as const, points: 10 }],
    },
  });
  const taker = await app.signIn();
  const phone = examDevice(app, test, taker);
  await bodyOf(phone.start('test'));
  await bodyOf(phone.submit({ a: ['My answer', app.clock.now()] }));
  const isOpen = async () => {
    const { results } = await bodyOf<{ results: { is_self_open: boolean }[] }>(
      app.call('GET', '/api/english/test/history/', { token: taker.token }),
    );
    return results.map(({ is_self_open }) => is_self_open);
  };
  expect(await isOpen()).toEqual([true]);
  await bodyOf(phone.call('POST', 'selfscore/', { question: 'g1', points: 7 }));
  expect(await isOpen()).toEqual([false]);
});
const start0 = (attempt: Attempt) => Date.parse(attempt.started_at ?? '');
