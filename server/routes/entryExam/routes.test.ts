import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryExam, EntrySubject, EntryTest } from '#contracts/entryExam.ts';
import { courses } from '../../db/schema/catalog.ts';
import { entryExams, entryLinks, entrySittings, entryTests } from '../../db/schema/entryExam.ts';
import { guestKeys } from '../../db/schema/system.ts';
import { graceMs } from '../../domain/attempt/autoSubmit.ts';
import { declareOutage } from '../../domain/attempt/outages.ts';
import { endDueTests } from '../../domain/entryExam/store.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { storeEntryExam } from '../../testing/entryExam.ts';
import { linkIn, takeMail, takeMails } from '../../testing/mails.ts';

const day = 86_400_000;
const minute = 60_000;
const lasts = 15 * minute;
const application = {
  grade: 'j3',
  subjects: ['english', 'japanese'],
  email: 'mio@example.jp',
  agree_terms: true,
};
let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
  await storeEntryExam(app.deps);
});

const apply = (fields: object = {}, key?: string) =>
  app.call('POST', '/api/exam/entry/', { json: { ...application, ...fields }, ...(key ? { key } : {}) });
const call = (token: string, method: string, path = '', json?: object) =>
  app.call(method, `/api/exam/entry/test/${path}`, {
    headers: { 'X-Entry-Token': token },
    ...(json ? { json } : {}),
  });
const read = (token: string) => bodyOf<EntryTest>(call(token, 'GET'));
const start = (token: string, subject: EntrySubject) => call(token, 'POST', `${subject}/start/`);

/** Answers as a page sends them, given now or so much earlier (ms). */
const given = (values: Record<string, string>, ago = 0) => ({
  answers: Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, { value, at: app.clock.now() - ago }]),
  ),
});
const save = (token: string, subject: EntrySubject, values: Record<string, string>, ago = 0) =>
  call(token, 'PUT', `${subject}/answers/`, given(values, ago));
const submit = (token: string, subject: EntrySubject, values: Record<string, string> = {}) =>
  call(token, 'POST', `${subject}/submit/`, given(values));

/** Takes the waiting mail; answers the token behind its button. */
async function tokenOfMail(): Promise<string> {
  return linkIn(await takeMail(app)).searchParams.get('token') ?? '';
}

async function newTest(fields: object = {}): Promise<string> {
  expect((await apply(fields)).status).toBe(202);
  return tokenOfMail();
}

describe('GET /api/exam/entry/', () => {
  it('says what is measured, to everybody, without questions', async () => {
    const answer = await app.call('GET', '/api/exam/entry/');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600');
    const { subjects } = await bodyOf<EntryExam>(answer);
    expect(subjects.map(({ id, minutes, questions }) => [id, minutes, questions])).toEqual([
      ['japanese', 15, 3],
      ['math', 15, 3],
      ['english', 15, 3],
    ]);
    expect(subjects[0]?.areas).toEqual(['選ぶ', '数']);
    expect(JSON.stringify(subjects)).not.toMatch(/問い|秘密/);
  });

  it('finds none where the content has none, and takes no application then', async () => {
    await app.db.update(entryExams).set({ isCurrent: false });
    expect(await refusalOf(app.call('GET', '/api/exam/entry/'))).toBe('404 not_found');
    expect(await refusalOf(apply())).toBe('404 not_found');
    expect(await takeMails(app)).toEqual([]);
  });
});

describe('POST /api/exam/entry/', () => {
  it('sends a mail whose button opens the test; the token is stored as a hash only', async () => {
    const answer = await apply({ email: ' Ｍio@Example.jp ' });
    expect([answer.status, await answer.json()]).toEqual([
      202,
      {
        detail: '受験案内をメールで送信しました。すでに受験済みの方には結果のご案内が届きます。',
        email_masked: 'm*****@example.jp',
      },
    ]);
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ kind: 'entry-exam', to: 'mio@example.jp' });
    expect(mail.text).toContain('国語・英語(それぞれ15分)');
    expect(mail.html).toContain('/entry-exam?token=');
    const token = linkIn(mail).searchParams.get('token') ?? '';
    const opened = await call(token, 'GET');
    expect(opened.headers.get('Cache-Control')).toBe('no-store');
    expect(await bodyOf<EntryTest>(opened)).toMatchObject({
      grade: 'j3',
      email_masked: 'm*****@example.jp',
      server_now: app.clock.now(),
      expires_at: app.clock.now() + 7 * day,
      subjects: [
        { id: 'japanese', state: 'ready', count: 3, questions: [] },
        { id: 'english', state: 'ready', questions: [] },
      ],
      result: null,
    });
    const stored = [await app.db.select().from(entryLinks), await app.db.select().from(guestKeys)];
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it.each([
    [{ grade: 'guardian' }, 'grade'],
    [{ grade: undefined }, 'grade'],
    [{ subjects: [] }, 'subjects'],
    [{ subjects: ['music'] }, 'subjects.0'],
    [{ email: 'x' }, 'email'],
    [{ agree_terms: false }, 'agree_terms'],
  ])('refuses %j', async (fields, field) => {
    const answer = await bodyOf<FailureBody>(apply(fields));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual(['validation', [field]]);
    expect(await app.db.select().from(entryTests)).toEqual([]);
  });

  it('does a repeated key once, and five mails a day for an address', async () => {
    const key = randomUUID();
    await apply({}, key);
    expect((await apply({}, key)).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await takeMails(app)).toHaveLength(1);
    for (let turn = 1; turn < 5; turn += 1) expect((await apply()).status).toBe(202);
    expect(await refusalOf(apply())).toBe('429 rate');
    expect((await apply({ email: 'other@example.jp' })).status).toBe(202);
  });

  it('answers the same for addresses that are new, have begun, or have a result; only the mails differ', async () => {
    const member = await app.createUser();
    const texts = new Set([await (await apply({ email: member.email })).text()].map(withoutMask));
    await takeMails(app);
    const token = await newTest({ subjects: ['math'] });
    await start(token, 'math');
    texts.add(withoutMask(await (await apply()).text()));
    const going = await takeMail(app);
    expect(going.subject).toContain('続き');
    const again = linkIn(going).searchParams.get('token') ?? '';
    expect((await read(again)).id).toBe((await read(token)).id);
    await submit(token, 'math', { 'math-1': '2' });
    await takeMail(app);
    texts.add(withoutMask(await (await apply({ subjects: ['english'] })).text()));
    const result = await takeMail(app);
    expect(result).toMatchObject({ kind: 'entry-exam-result' });
    expect(result.text).toContain('受け終わっています');
    expect(texts.size).toBe(1);
  });

  it('lets nobody change the test of another by applying with their address', async () => {
    const token = await newTest();
    const other = await newTest({ subjects: ['math'], grade: 'h1' });
    const [mine, theirs] = [await read(token), await read(other)];
    expect(mine.id).not.toBe(theirs.id);
    expect([mine.grade, mine.subjects.map(({ id }) => id)]).toEqual(['j3', ['japanese', 'english']]);
  });
});

const withoutMask = (text: string) => text.replace(/"email_masked":"[^"]*"/, '');

describe('the link', () => {
  const ways = [
    ['GET', ''],
    ['POST', 'finish/'],
    ['POST', 'math/start/'],
    ['PUT', 'math/answers/'],
    ['POST', 'math/submit/'],
  ] as const;

  it('is the only way in: every call without it, with another one, or after seven days is refused', async () => {
    const token = await newTest({ subjects: ['math'] });
    const { token: member } = await app.signIn();
    for (const [method, path] of ways) {
      const json = /answers|submit/.test(path) ? { json: { answers: {} } } : {};
      const at = `/api/exam/entry/test/${path}`;
      expect(await refusalOf(app.call(method, at, { token: member, ...json }))).toBe('410 link_expired');
      for (const wrong of ['', 'x'.repeat(43), 'x'.repeat(500)]) {
        const headers = { 'X-Entry-Token': wrong };
        expect(await refusalOf(app.call(method, at, { headers, ...json }))).toBe('410 link_expired');
      }
    }
    app.clock.advance(7 * day);
    for (const [method, path] of ways) {
      const json = /answers|submit/.test(path) ? { answers: {} } : undefined;
      expect(await refusalOf(call(token, method, path, json))).toBe('410 link_expired');
    }
  });

  it('opens its own test and no other, and only the subjects that were chosen', async () => {
    const [mine, theirs] = [await newTest(), await newTest({ email: 'other@example.jp' })];
    await start(mine, 'japanese');
    expect((await read(theirs)).subjects.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(await refusalOf(start(mine, 'math'))).toBe('404 not_found');
    expect(await refusalOf(call(mine, 'POST', 'music/start/'))).toBe('404 not_found');
    expect(await refusalOf(save(mine, 'english', {}))).toBe('404 not_found');
  });

  it('stays good for who begins at its last moment', async () => {
    const token = await newTest({ subjects: ['math'] });
    app.clock.advance(7 * day - 1000);
    await start(token, 'math');
    app.clock.advance(lasts - 1000);
    expect((await submit(token, 'math', { 'math-1': '2' })).status).toBe(200);
    expect((await read(token)).result?.subjects[0]?.right).toBe(1);
  });

  it('is limited to ninety changes a minute', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    for (let turn = 1; turn < 90; turn += 1) await save(token, 'japanese', { 'japanese-1': '1' });
    expect(await refusalOf(save(token, 'japanese', { 'japanese-1': '1' }))).toBe('429 rate');
    expect((await call(token, 'GET')).status).toBe(200);
    app.clock.advance(minute);
    expect((await save(token, 'japanese', { 'japanese-1': '1' })).status).toBe(200);
  });
});

describe('a subject', () => {
  it('runs fifteen minutes from its start by the clock of the server, and is read again at any time', async () => {
    const token = await newTest();
    const begun = await bodyOf<EntryTest>(start(token, 'japanese'));
    const deadline = app.clock.now() + lasts;
    expect(begun.subjects[0]).toMatchObject({ state: 'running', deadline_at: deadline });
    expect(begun.subjects[0]?.questions.map(({ id }) => id)).toEqual([
      'japanese-1',
      'japanese-2',
      'japanese-3',
    ]);
    app.clock.advance(5 * minute);
    await save(token, 'japanese', { 'japanese-1': '2' });
    const again = await bodyOf<EntryTest>(start(token, 'japanese'));
    expect(again.subjects[0]).toMatchObject({
      deadline_at: deadline,
      answers: { 'japanese-1': { value: '2' } },
    });
    expect((await read(token)).subjects).toEqual(again.subjects);
    expect(await refusalOf(start(token, 'english'))).toBe('409 conflict');
  });

  it('keeps answers of two devices, each question by its later change; a repeated save changes nothing', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    app.clock.advance(minute);
    await save(token, 'japanese', { 'japanese-1': '3', 'japanese-2': '1' }, 5000);
    await save(token, 'japanese', { 'japanese-1': '2' }, 2000);
    const first = await bodyOf<{ answers: object }>(save(token, 'japanese', { 'japanese-1': '1' }, 9000));
    const values = { 'japanese-1': { value: '2' }, 'japanese-2': { value: '1' } };
    expect(first).toMatchObject({ answers: values, deadline_at: app.clock.now() + 14 * minute });
    await save(token, 'japanese', { 'japanese-2': '' });
    const [own] = (await read(token)).subjects;
    expect(own?.answers).toMatchObject({ ...values, 'japanese-2': { value: '' } });
  });

  it('takes no answer that is not its own, that is too long, or that comes from the future', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    const { answers } = await bodyOf<{ answers: Record<string, { at: number }> }>(
      save(token, 'japanese', { 'english-1': '1', x: '1', 'japanese-1': '1' }, -3_600_000),
    );
    expect(answers).toEqual({ 'japanese-1': { value: '1', at: app.clock.now() } });
    expect(await refusalOf(save(token, 'japanese', { 'japanese-1': 'x'.repeat(21) }))).toBe('400 validation');
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`q${at}`, '1']));
    expect(await refusalOf(save(token, 'japanese', many))).toBe('400 validation');
  });

  it('runs on for who is a little late: what was answered in time counts, and nothing that was answered later', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    app.clock.advance(lasts + graceMs - 1000);
    const late = { answers: { 'japanese-2': { value: '1', at: app.clock.now() } } };
    await call(token, 'PUT', 'japanese/answers/', late);
    const done = await bodyOf<EntryTest>(
      call(token, 'POST', 'japanese/submit/', given({ 'japanese-1': '2' }, graceMs)),
    );
    expect(done.subjects[0]).toMatchObject({ state: 'done', is_timed_out: true });
    expect(Object.keys(done.subjects[0]?.answers ?? {})).toEqual(['japanese-1']);
    await save(token, 'japanese', { 'japanese-1': '1' });
    expect((await read(token)).subjects[0]?.answers).toMatchObject({ 'japanese-1': { value: '2' } });
  });

  it('row 69: which the clock has ended takes what was answered in time for a day, then nothing', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    await save(token, 'japanese', { 'japanese-1': '2' });
    app.clock.advance(lasts + graceMs);
    expect((await read(token)).subjects[0]).toMatchObject({
      state: 'done',
      is_timed_out: true,
      questions: [],
    });
    app.clock.advance(day - graceMs);
    const handed = await bodyOf<EntryTest>(
      call(token, 'POST', 'japanese/submit/', given({ 'japanese-2': '1' }, day + 1000)),
    );
    const values = { 'japanese-1': { value: '2' }, 'japanese-2': { value: '1' } };
    expect(handed.subjects[0]).toMatchObject({ state: 'done', is_timed_out: true, answers: values });
    expect([handed.subjects[1]?.state, handed.result]).toEqual(['ready', null]);
    const [kept] = await app.db.select().from(entrySittings);
    expect(kept?.lateSync).toBe(true);
    app.clock.advance(1000);
    expect(await refusalOf(save(token, 'japanese', { 'japanese-3': '1' }, day + 2000))).toBe('409 closed');
    const after = await bodyOf<EntryTest>(
      call(token, 'POST', 'japanese/submit/', given({ 'japanese-3': '-3' }, day + 2000)),
    );
    expect(Object.keys(after.subjects[0]?.answers ?? {})).toEqual(['japanese-1', 'japanese-2']);
  });

  it('row 64: whose end lay in an outage ends as much later, once', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    const begun = app.clock.now();
    app.clock.advance(25 * minute);
    await declareOutage(app.deps, new Date(begun + 10 * minute), new Date(begun + 25 * minute), '');
    await endDueTests(app.deps);
    await endDueTests(app.deps);
    const [own] = (await read(token)).subjects;
    expect(own).toMatchObject({ state: 'running', deadline_at: begun + 30 * minute });
    app.clock.advance(4 * minute);
    await submit(token, 'japanese', { 'japanese-1': '2' });
    expect((await read(token)).subjects[0]).toMatchObject({
      is_timed_out: false,
      answers: { 'japanese-1': { value: '2' } },
    });
  });

  it('row 27: is judged by the clock of the device that was right: a sleep takes and gives no time', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    const since = app.clock.now();
    app.clock.advance(lasts + minute);
    // The device slept: by its one clock five minutes have passed, by the other sixteen.
    const at = since + 5 * minute;
    const times = { late: { at, hi: since + lasts + 30_000 }, early: { at, hi: since + 10 * minute } };
    const { answers } = await bodyOf<{ answers: Record<string, object> }>(
      call(token, 'PUT', 'japanese/answers/', {
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
    const token = await newTest();
    await start(token, 'japanese');
    await submit(token, 'japanese', { 'japanese-1': '2' });
    const again = await bodyOf<EntryTest>(submit(token, 'japanese', { 'japanese-1': '1' }));
    expect(again.subjects[0]).toMatchObject({
      state: 'done',
      is_timed_out: false,
      answers: { 'japanese-1': { value: '2' } },
    });
    expect((await bodyOf<EntryTest>(start(token, 'japanese'))).subjects[0]?.state).toBe('done');
  });
});

describe('the result', () => {
  it('comes when the last subject is over: on screen and by mail, with courses that are on sale', async () => {
    await storeCourse(app.deps, { key: 'exam-a' });
    const token = await newTest();
    await start(token, 'japanese');
    const first = await bodyOf<EntryTest>(
      submit(token, 'japanese', { 'japanese-1': '2', 'japanese-3': '−３' }),
    );
    expect(first.result).toBeNull();
    expect(JSON.stringify(first)).not.toContain('秘密');
    expect(await takeMails(app)).toEqual([]);
    const running = await bodyOf<EntryTest>(start(token, 'english'));
    expect(JSON.stringify(running)).not.toMatch(/秘密|"answer":|"why":/);
    const { result, kept_until } = await bodyOf<EntryTest>(submit(token, 'english'));
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
    expect((await read(other)).result).toEqual(result);
    await app.db.update(courses).set({ withdrawn: new Date() });
    expect((await read(token)).result?.subjects[0]?.areas[0]?.courses).toEqual([]);
    await submit(token, 'english');
    expect(await takeMails(app)).toEqual([]);
  });

  it('comes earlier for who leaves subjects out, but not while one runs or before the first', async () => {
    const token = await newTest();
    expect(await refusalOf(call(token, 'POST', 'finish/'))).toBe('409 conflict');
    await start(token, 'japanese');
    expect(await refusalOf(call(token, 'POST', 'finish/'))).toBe('409 conflict');
    await submit(token, 'japanese');
    const { result } = await bodyOf<EntryTest>(call(token, 'POST', 'finish/'));
    expect(result?.subjects.map(({ is_taken, total }) => [is_taken, total])).toEqual([
      [true, 3],
      [false, 0],
    ]);
    expect((await takeMail(app)).text).not.toContain('英語');
    expect(await refusalOf(start(token, 'english'))).toBe('409 closed');
    expect((await call(token, 'POST', 'finish/')).status).toBe(200);
    expect(await takeMails(app)).toEqual([]);
  });

  it('goes out although the page was closed, and once when two servers look', async () => {
    const token = await newTest({ subjects: ['math'] });
    await start(token, 'math');
    await save(token, 'math', { 'math-1': '2' });
    app.clock.advance(lasts);
    await endDueTests(app.deps);
    expect(await takeMails(app)).toEqual([]);
    app.clock.advance(graceMs);
    const second = await createTestApp({ besides: app });
    await Promise.all([endDueTests(app.deps), endDueTests(second.deps)]);
    expect((await takeMail(app)).text).toContain('数学: 3問中1問正解');
    expect((await read(token)).subjects[0]).toMatchObject({ state: 'done', is_timed_out: true });
  });

  it('row 69: changes with answers that were given in time and come after it, and goes out once more', async () => {
    const token = await newTest({ subjects: ['math'] });
    await start(token, 'math');
    app.clock.advance(lasts + graceMs);
    await endDueTests(app.deps);
    expect((await takeMail(app)).text).toContain('数学: 3問中0問正解');
    const ago = graceMs + minute;
    const late = (values: Record<string, string>) =>
      bodyOf<EntryTest>(call(token, 'POST', 'math/submit/', given(values, ago)));
    expect((await late({ 'math-1': '2' })).result?.subjects[0]?.right).toBe(1);
    expect((await takeMail(app)).text).toContain('数学: 3問中1問正解');
    expect((await late({ 'math-1': '2', 'math-2': '1' })).result?.subjects[0]?.right).toBe(2);
    expect(await takeMails(app)).toEqual([]);
  });

  it('is of what was taken when the seven days are over', async () => {
    const token = await newTest();
    await start(token, 'japanese');
    await submit(token, 'japanese', { 'japanese-1': '2' });
    app.clock.advance(7 * day);
    await endDueTests(app.deps);
    expect((await takeMail(app)).text).toContain('国語: 3問中1問正解');
  });

  it('is marked by the questions that were asked, whatever was imported meanwhile', async () => {
    const token = await newTest({ subjects: ['math'] });
    await start(token, 'math');
    await app.db.update(entryExams).set({ isCurrent: false });
    await sweep(app.deps);
    await submit(token, 'math', { 'math-1': '2', 'math-2': '1' });
    expect((await read(token)).result?.subjects[0]?.right).toBe(2);
  });
});

it('tests that were never begun, results after ninety days, and their links are forgotten', async () => {
  const [idle, done] = [await newTest({ email: 'a@example.jp' }), await newTest({ subjects: ['math'] })];
  await start(done, 'math');
  await submit(done, 'math', { 'math-1': '2' });
  const count = async () => (await app.db.select().from(entryTests)).length;
  app.clock.advance(6 * day);
  await sweep(app.deps);
  expect([await count(), (await call(idle, 'GET')).status]).toEqual([2, 200]);
  app.clock.advance(2 * day);
  await sweep(app.deps);
  const kept = await app.db.select().from(entryTests);
  expect(kept.map(({ email }) => email)).toEqual(['mio@example.jp']);
  expect((await apply()).status).toBe(202);
  await takeMails(app);
  app.clock.advance(83 * day);
  await sweep(app.deps);
  expect(await count()).toBe(0);
  expect(await app.db.select().from(entrySittings)).toEqual([]);
  expect(await app.db.select().from(entryLinks)).toEqual([]);
  expect(await app.db.select().from(entryExams).where(eq(entryExams.isCurrent, true))).toHaveLength(1);
});
