import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryTest } from '#contracts/entryExam.ts';
import { courses } from '../../db/schema/catalog.ts';
import { entryExams } from '../../db/schema/entryExam.ts';
import { graceMs } from '../../domain/attempt/autoSubmit.ts';
import { endDueTests } from '../../domain/entryExam/store.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
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
import { linkIn, takeMail, takeMails } from '../../testing/mails.ts';

const day = 86_400_000;
const minute = 60_000;
let app: TestApp;

beforeEach(async () => {
  app = await entryApp();
});

describe('the result', () => {
  it('comes when the last subject is over: on screen and by mail, with courses that are on sale', async () => {
    await storeCourse(app.deps, { key: 'exam-a' });
    const token = await newTest(app);
    await start(app, token, 'japanese');
    const first = await bodyOf<EntryTest>(
      submit(app, token, 'japanese', { 'japanese-1': '2', 'japanese-3': '−３' }),
    );
    expect(first.result).toBeNull();
    expect(JSON.stringify(first)).not.toContain('秘密');
    expect(await takeMails(app)).toEqual([]);
    const running = await bodyOf<EntryTest>(start(app, token, 'english'));
    expect(JSON.stringify(running)).not.toMatch(/秘密|"answer":|"why":/);
    const { result, kept_until } = await bodyOf<EntryTest>(submit(app, token, 'english'));
    expect(result?.subjects.map(({ id, right, total }) => [id, right, total])).toEqual([
      ['japanese', 2, 3],
      ['english', 0, 3],
    ]);
    const [japanese] = result?.subjects ?? [];
    expect(japanese?.areas).toMatchObject([
      { id: 'choice', right: 1, total: 2, courses: [{ name: '講座 exam-a' }] },
      { id: 'number', right: 1, total: 1, courses: [] },
    ]);
    expect(japanese?.questions[1]).toMatchObject({ value: '', answer: '1', is_right: false });
    expect(japanese?.questions[0]?.why).toEqual(['秘密の解説 japanese']);
    expect(kept_until).toBe(app.clock.now() + 90 * day);
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ kind: 'entry-exam-result', to: 'mio@example.jp' });
    expect(mail.text).toContain('国語: 3問中2問正解\n英語: 3問中0問正解');
    expect(mail.text).not.toContain('秘密');
    const other = linkIn(mail).searchParams.get('token') ?? '';
    expect((await read(app, other)).result).toEqual(result);
    await app.db.update(courses).set({ withdrawn: new Date() });
    expect((await read(app, token)).result?.subjects[0]?.areas[0]?.courses).toEqual([]);
    await submit(app, token, 'english');
    expect(await takeMails(app)).toEqual([]);
  });

  it('comes earlier for who leaves subjects out, but not while one runs or before the first', async () => {
    const token = await newTest(app);
    expect(await refusalOf(call(app, token, 'POST', 'finish/'))).toBe('409 conflict');
    await start(app, token, 'japanese');
    expect(await refusalOf(call(app, token, 'POST', 'finish/'))).toBe('409 conflict');
    await submit(app, token, 'japanese');
    const { result } = await bodyOf<EntryTest>(call(app, token, 'POST', 'finish/'));
    expect(result?.subjects.map(({ is_taken, total }) => [is_taken, total])).toEqual([
      [true, 3],
      [false, 0],
    ]);
    expect((await takeMail(app)).text).not.toContain('英語');
    expect(await refusalOf(start(app, token, 'english'))).toBe('409 closed');
    expect((await call(app, token, 'POST', 'finish/')).status).toBe(200);
    expect(await takeMails(app)).toEqual([]);
  });

  it('goes out although the page was closed, and once when two servers look', async () => {
    const token = await newTest(app, { subjects: ['math'] });
    await start(app, token, 'math');
    await save(app, token, 'math', { 'math-1': '2' });
    app.clock.advance(lasts);
    await endDueTests(app.deps);
    expect(await takeMails(app)).toEqual([]);
    app.clock.advance(graceMs);
    const second = await createTestApp({ besides: app });
    await Promise.all([endDueTests(app.deps), endDueTests(second.deps)]);
    expect((await takeMail(app)).text).toContain('数学: 3問中1問正解');
    expect((await read(app, token)).subjects[0]).toMatchObject({ state: 'done', is_timed_out: true });
  });

  it('row 69: changes with answers that were given in time and come after it, and goes out once more', async () => {
    const token = await newTest(app, { subjects: ['math'] });
    await start(app, token, 'math');
    app.clock.advance(lasts + graceMs);
    await endDueTests(app.deps);
    expect((await takeMail(app)).text).toContain('数学: 3問中0問正解');
    const ago = graceMs + minute;
    const late = (values: Record<string, string>) =>
      bodyOf<EntryTest>(call(app, token, 'POST', 'math/submit/', given(app, values, ago)));
    expect((await late({ 'math-1': '2' })).result?.subjects[0]?.right).toBe(1);
    expect((await takeMail(app)).text).toContain('数学: 3問中1問正解');
    expect((await late({ 'math-1': '2', 'math-2': '1' })).result?.subjects[0]?.right).toBe(2);
    expect(await takeMails(app)).toEqual([]);
  });

  it('is of what was taken when the seven days are over', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    await submit(app, token, 'japanese', { 'japanese-1': '2' });
    app.clock.advance(7 * day);
    await endDueTests(app.deps);
    expect((await takeMail(app)).text).toContain('国語: 3問中1問正解');
  });

  it('is marked by the questions that were asked, whatever was imported meanwhile', async () => {
    const token = await newTest(app, { subjects: ['math'] });
    await start(app, token, 'math');
    await app.db.update(entryExams).set({ isCurrent: false });
    await sweep(app.deps);
    await submit(app, token, 'math', { 'math-1': '2', 'math-2': '1' });
    expect((await read(app, token)).result?.subjects[0]?.right).toBe(2);
  });
});
