import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryTest } from '#contracts/entryExam.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { graceMs } from '../../domain/attempt/autoSubmit.ts';
import { declareOutage } from '../../domain/attempt/outages.ts';
import { endDueTests } from '../../domain/entryExam/store.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
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

const day = 86_400_000;
const minute = 60_000;
let app: TestApp;

beforeEach(async () => {
  app = await entryApp();
});

describe('a subject', () => {
  it('runs fifteen minutes from its start by the clock of the server, and is read again at any time', async () => {
    const token = await newTest(app);
    const begun = await bodyOf<EntryTest>(start(app, token, 'japanese'));
    const deadline = app.clock.now() + lasts;
    expect(begun.subjects[0]).toMatchObject({ state: 'running', deadline_at: deadline });
    expect(begun.subjects[0]?.questions.map(({ id }) => id)).toEqual([
      'japanese-1',
      'japanese-2',
      'japanese-3',
    ]);
    app.clock.advance(5 * minute);
    await save(app, token, 'japanese', { 'japanese-1': '2' });
    const again = await bodyOf<EntryTest>(start(app, token, 'japanese'));
    expect(again.subjects[0]).toMatchObject({
      deadline_at: deadline,
      answers: { 'japanese-1': { value: '2' } },
    });
    expect((await read(app, token)).subjects).toEqual(again.subjects);
    expect(await refusalOf(start(app, token, 'english'))).toBe('409 conflict');
  });

  it('keeps answers of two devices, each question by its later change; a repeated save changes nothing', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    app.clock.advance(minute);
    await save(app, token, 'japanese', { 'japanese-1': '3', 'japanese-2': '1' }, 5000);
    await save(app, token, 'japanese', { 'japanese-1': '2' }, 2000);
    const first = await bodyOf<{ answers: object }>(
      save(app, token, 'japanese', { 'japanese-1': '1' }, 9000),
    );
    const values = { 'japanese-1': { value: '2' }, 'japanese-2': { value: '1' } };
    expect(first).toMatchObject({ answers: values, deadline_at: app.clock.now() + 14 * minute });
    await save(app, token, 'japanese', { 'japanese-2': '' });
    const [own] = (await read(app, token)).subjects;
    expect(own?.answers).toMatchObject({ ...values, 'japanese-2': { value: '' } });
  });

  it('takes no answer that is not its own, that is too long, or that comes from the future', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    const { answers } = await bodyOf<{ answers: Record<string, { at: number }> }>(
      save(app, token, 'japanese', { 'english-1': '1', x: '1', 'japanese-1': '1' }, -3_600_000),
    );
    expect(answers).toEqual({ 'japanese-1': { value: '1', at: app.clock.now() } });
    expect(await refusalOf(save(app, token, 'japanese', { 'japanese-1': 'x'.repeat(21) }))).toBe(
      '400 validation',
    );
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`q${at}`, '1']));
    expect(await refusalOf(save(app, token, 'japanese', many))).toBe('400 validation');
  });

  it('runs on for who is a little late: what was answered in time counts, and nothing that was answered later', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    app.clock.advance(lasts + graceMs - 1000);
    const late = { answers: { 'japanese-2': { value: '1', at: app.clock.now() } } };
    await call(app, token, 'PUT', 'japanese/answers/', late);
    const done = await bodyOf<EntryTest>(
      call(app, token, 'POST', 'japanese/submit/', given(app, { 'japanese-1': '2' }, graceMs)),
    );
    expect(done.subjects[0]).toMatchObject({ state: 'done', is_timed_out: true });
    expect(Object.keys(done.subjects[0]?.answers ?? {})).toEqual(['japanese-1']);
    await save(app, token, 'japanese', { 'japanese-1': '1' });
    expect((await read(app, token)).subjects[0]?.answers).toMatchObject({ 'japanese-1': { value: '2' } });
  });

  it('row 69: which the clock has ended takes what was answered in time for a day, then nothing', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    await save(app, token, 'japanese', { 'japanese-1': '2' });
    app.clock.advance(lasts + graceMs);
    expect((await read(app, token)).subjects[0]).toMatchObject({
      state: 'done',
      is_timed_out: true,
      questions: [],
    });
    app.clock.advance(day - graceMs);
    const handed = await bodyOf<EntryTest>(
      call(app, token, 'POST', 'japanese/submit/', given(app, { 'japanese-2': '1' }, day + 1000)),
    );
    const values = { 'japanese-1': { value: '2' }, 'japanese-2': { value: '1' } };
    expect(handed.subjects[0]).toMatchObject({ state: 'done', is_timed_out: true, answers: values });
    expect([handed.subjects[1]?.state, handed.result]).toEqual(['ready', null]);
    const [kept] = await app.db.select().from(examAttempts);
    expect(kept?.lateSync).toBe(true);
    app.clock.advance(1000);
    expect(await refusalOf(save(app, token, 'japanese', { 'japanese-3': '1' }, day + 2000))).toBe(
      '409 closed',
    );
    const after = await bodyOf<EntryTest>(
      call(app, token, 'POST', 'japanese/submit/', given(app, { 'japanese-3': '-3' }, day + 2000)),
    );
    expect(Object.keys(after.subjects[0]?.answers ?? {})).toEqual(['japanese-1', 'japanese-2']);
  });

  it('row 64: whose end lay in an outage ends as much later, once', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    const begun = app.clock.now();
    app.clock.advance(25 * minute);
    await declareOutage(app.deps, new Date(begun + 10 * minute), new Date(begun + 25 * minute), '');
    await endDueTests(app.deps);
    await endDueTests(app.deps);
    const [own] = (await read(app, token)).subjects;
    expect(own).toMatchObject({ state: 'running', deadline_at: begun + 30 * minute });
    app.clock.advance(4 * minute);
    await submit(app, token, 'japanese', { 'japanese-1': '2' });
    expect((await read(app, token)).subjects[0]).toMatchObject({
      is_timed_out: false,
      answers: { 'japanese-1': { value: '2' } },
    });
  });

  it('row 27: is judged by the clock of the device that was right: a sleep takes and gives no time', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    const since = app.clock.now();
    app.clock.advance(lasts + minute);
    // The device slept: by one of its clocks five minutes have passed, by the other sixteen.
    const at = since + 5 * minute;
    const times = { late: { at, hi: since + lasts + 30_000 }, early: { at, hi: since + 10 * minute } };
    const { answers } = await bodyOf<{ answers: Record<string, object> }>(
      call(app, token, 'PUT', 'japanese/answers/', {
        answers: {
          'japanese-1': { value: '2', ...times.early },
          'japanese-2': { value: '1', ...times.late },
        },
        client_at: { since, dlo: 5 * minute, dhi: lasts + minute },
      }),
    );
    expect(answers).toEqual({ 'japanese-1': { value: '2', at: times.early.hi } });
  });

  it('is handed in once: again it stays as it is', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    await submit(app, token, 'japanese', { 'japanese-1': '2' });
    const again = await bodyOf<EntryTest>(submit(app, token, 'japanese', { 'japanese-1': '1' }));
    expect(again.subjects[0]).toMatchObject({
      state: 'done',
      is_timed_out: false,
      answers: { 'japanese-1': { value: '2' } },
    });
    expect((await bodyOf<EntryTest>(start(app, token, 'japanese'))).subjects[0]?.state).toBe('done');
  });
});
