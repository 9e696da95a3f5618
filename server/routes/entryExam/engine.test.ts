import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { entryTests } from '../../db/schema/entryExam.ts';
import { examAnswers, examAttempts } from '../../db/schema/exam.ts';
import { examOrphans } from '../../db/schema/examLog.ts';
import { examCohorts, examJobs, examScores } from '../../db/schema/examResult.ts';
import { notices } from '../../db/schema/notices.ts';
import { endDueAttempts, graceMs } from '../../domain/attempt/autoSubmit.ts';
import { declareOutage, giveTime } from '../../domain/attempt/outages.ts';
import { endDueTests } from '../../domain/entryExam/store.ts';
import { makeDueCohorts, runExamJobs } from '../../domain/examResult/jobs.ts';
import { refusalOf } from '../../testing/answers.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import {
  call,
  entryApp,
  given,
  lasts,
  newTest,
  read,
  save,
  start,
  submit,
} from '../../testing/entryTaker.ts';
import { takeMail, takeMails } from '../../testing/mails.ts';

// A sitting of the entry exam is an attempt of the engine (exams.md 3).

const day = 86_400_000;
const minute = 60_000;
let app: TestApp;

beforeEach(async () => {
  app = await entryApp();
});

async function onlyAttempt() {
  const [row] = await app.db.select().from(examAttempts);
  if (!row) throw new Error('no attempt');
  return row;
}

it('is ended by the job of all exams, with a receipt and marks; then the result goes out', async () => {
  const token = await newTest(app, { subjects: ['math'] });
  await start(app, token, 'math');
  await save(app, token, 'math', { 'math-1': '2', 'math-3': '-3' });
  const { id, deadline, userId } = await onlyAttempt();
  expect(userId).toBeNull();
  app.clock.advance(lasts + graceMs + 1);
  expect(await endDueAttempts(app.deps)).toBe(1);
  expect(await onlyAttempt()).toMatchObject({
    state: 'timed_out',
    endedBy: 'time',
    submittedAt: deadline,
    receiptNo: expect.stringMatching(/^\w{5}-\w{5}$/),
    isFinal: false,
  });
  expect(await takeMails(app)).toEqual([]);
  await endDueTests(app.deps);
  expect((await takeMail(app)).text).toContain('数学: 3問中2問正解');
  expect((await onlyAttempt()).isFinal).toBe(true);
  await runExamJobs(app.deps);
  expect(await app.db.select().from(examScores)).toMatchObject([{ attemptId: id, total: 2, full: 3 }]);
  // It sends no exam messages, makes no cards, and has no cohort.
  await makeDueCohorts(app.deps);
  expect(await app.db.select().from(examCohorts)).toEqual([]);
  expect(await app.db.select().from(examJobs)).toEqual([]);
  expect(await app.db.select().from(notices)).toEqual([]);
});

it('a test of several subjects waits for the others when one of them has ended', async () => {
  const token = await newTest(app);
  await start(app, token, 'japanese');
  app.clock.advance(lasts + graceMs + 1);
  await endDueAttempts(app.deps);
  await endDueTests(app.deps);
  expect(await takeMails(app)).toEqual([]);
  expect((await read(app, token)).subjects.map(({ state }) => state)).toEqual(['done', 'ready']);
});

it('row 69: what comes too late, or after the hand-in, is kept apart and changes nothing', async () => {
  const token = await newTest(app);
  await start(app, token, 'japanese');
  await submit(app, token, 'japanese', { 'japanese-1': '2' });
  expect(await refusalOf(save(app, token, 'japanese', { 'japanese-2': '1' }))).toBe('409 closed');
  await submit(app, token, 'japanese', { 'japanese-3': '9' });
  await start(app, token, 'english');
  await save(app, token, 'english', { x: '1' });
  app.clock.advance(lasts + graceMs);
  await call(app, token, 'PUT', 'english/answers/', given(app, { 'english-1': '2' }, minute));
  app.clock.advance(day);
  expect(await refusalOf(save(app, token, 'english', { 'english-2': '1' }, day + minute * 10))).toBe(
    '409 closed',
  );
  const kept = await app.db
    .select({ reason: examOrphans.reason, cells: examOrphans.cells })
    .from(examOrphans)
    .orderBy(examOrphans.id);
  expect(kept.map(({ reason, cells }) => [reason, ...Object.keys(cells)])).toEqual([
    ['closed', 'japanese-2'],
    ['closed', 'japanese-3'],
    ['unknown', 'x'],
    ['late', 'english-1'],
    ['late', 'english-2'],
  ]);
  const answers = (await read(app, token)).subjects.map((subject) => Object.keys(subject.answers));
  expect(answers).toEqual([['japanese-1'], []]);
});

it('row 64: an outage that is declared later opens a subject again, from when its taker is back', async () => {
  const token = await newTest(app);
  await start(app, token, 'japanese');
  const begun = app.clock.now();
  app.clock.advance(lasts + graceMs);
  expect((await read(app, token)).subjects[0]?.state).toBe('done');
  await declareOutage(app.deps, new Date(begun + 10 * minute), new Date(begun + 16 * minute), '');
  app.clock.advance(60 * minute);
  await endDueAttempts(app.deps);
  const [again] = (await read(app, token)).subjects;
  expect(again).toMatchObject({ state: 'running', deadline_at: app.clock.now() + 5 * minute });
  app.clock.advance(minute);
  await submit(app, token, 'japanese', { 'japanese-1': '2' });
  expect((await read(app, token)).subjects[0]).toMatchObject({
    is_timed_out: false,
    answers: { 'japanese-1': { value: '2' } },
  });
});

it('row 64: nothing opens a subject again whose result is out', async () => {
  const token = await newTest(app, { subjects: ['math'] });
  await start(app, token, 'math');
  const begun = app.clock.now();
  app.clock.advance(lasts + graceMs);
  await endDueTests(app.deps);
  await takeMail(app);
  await declareOutage(app.deps, new Date(begun + 10 * minute), new Date(begun + 16 * minute), '');
  await giveTime(app.deps, [(await onlyAttempt()).id], 5 * minute);
  expect((await onlyAttempt()).state).toBe('timed_out');
  expect(await read(app, token)).toMatchObject({ subjects: [{ state: 'done' }], result: { subjects: [{}] } });
});

it('belongs to one owner, and no member reaches it', async () => {
  const token = await newTest(app, { subjects: ['math'] });
  await start(app, token, 'math');
  const { id, examId } = await onlyAttempt();
  const user = await app.signIn();
  await expect(
    app.db.update(examAttempts).set({ userId: user.id }).where(eq(examAttempts.id, id)),
  ).rejects.toThrow();
  for (const kind of ['mockexam', 'english/test']) {
    const base = `/api/${kind === 'mockexam' ? 'exam/mockexam' : kind}/${examId}`;
    const at = `${base}/attempt/${id}/`;
    const lease = { json: { device_id: 'device-1', take_over: true } };
    expect(await refusalOf(app.call('GET', at, user))).toBe('404 not_found');
    expect(await refusalOf(app.call('POST', `${at}lease/`, { ...user, ...lease }))).toBe('404 not_found');
    expect(await refusalOf(app.call('GET', `${base}/pack/math/`, user))).toBe('404 not_found');
    const answers = {
      lease: 1,
      rev: 0,
      answers: {},
      client_at: { since: new Date(0).toISOString(), dlo: 0, dhi: 0 },
    };
    const sent = { json: answers, headers: { 'X-Attempt-Token': '1.x' } };
    expect(await refusalOf(app.call('PUT', `${at}answers/`, sent))).toBe('404 not_found');
  }
});

it('goes with its test, and answers with it', async () => {
  const token = await newTest(app, { subjects: ['math'] });
  await start(app, token, 'math');
  const { entryTestId } = await onlyAttempt();
  await app.db.delete(entryTests).where(eq(entryTests.id, entryTestId ?? ''));
  expect(await app.db.select().from(examAttempts)).toEqual([]);
  expect(await app.db.select().from(examAnswers)).toEqual([]);
});
