import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryExam, EntryTest } from '#contracts/entryExam.ts';
import { entryExams, entryLinks, entryTests } from '../../db/schema/entryExam.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import {
  apply,
  call,
  entryApp,
  lasts,
  newTest,
  read,
  save,
  start,
  submit,
} from '../../testing/entryTaker.ts';
import { guestAnswers } from '../../testing/guestAnswers.ts';
import { linkIn, takeMail, takeMails } from '../../testing/mails.ts';

const day = 86_400_000;
const minute = 60_000;
let app: TestApp;

beforeEach(async () => {
  app = await entryApp();
});

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
    expect(await refusalOf(apply(app))).toBe('404 not_found');
    expect(await takeMails(app)).toEqual([]);
  });
});

describe('POST /api/exam/entry/', () => {
  it('sends a mail whose button opens the test; the token is stored as a hash only', async () => {
    const answer = await apply(app, { email: ' Ｍio@Example.jp ' });
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
    const opened = await call(app, token, 'GET');
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
    const stored = [await app.db.select().from(entryLinks), await guestAnswers(app)];
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
    const answer = await bodyOf<FailureBody>(apply(app, fields));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual(['validation', [field]]);
    expect(await app.db.select().from(entryTests)).toEqual([]);
  });

  it('does a repeated key once, and five mails a day for an address', async () => {
    const key = randomUUID();
    await apply(app, {}, key);
    expect((await apply(app, {}, key)).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await takeMails(app)).toHaveLength(1);
    for (let turn = 1; turn < 5; turn += 1) expect((await apply(app)).status).toBe(202);
    expect(await refusalOf(apply(app))).toBe('429 rate');
    expect((await apply(app, { email: 'other@example.jp' })).status).toBe(202);
  });

  it('answers the same for addresses that are new, have begun, or have a result; only the mails differ', async () => {
    const member = await app.createUser();
    const texts = new Set([await (await apply(app, { email: member.email })).text()].map(withoutMask));
    await takeMails(app);
    const token = await newTest(app, { subjects: ['math'] });
    await start(app, token, 'math');
    texts.add(withoutMask(await (await apply(app)).text()));
    const going = await takeMail(app);
    expect(going.subject).toContain('続き');
    const again = linkIn(going).searchParams.get('token') ?? '';
    expect((await read(app, again)).id).toBe((await read(app, token)).id);
    await submit(app, token, 'math', { 'math-1': '2' });
    await takeMail(app);
    texts.add(withoutMask(await (await apply(app, { subjects: ['english'] })).text()));
    const result = await takeMail(app);
    expect(result).toMatchObject({ kind: 'entry-exam-result' });
    expect(result.text).toContain('受け終わっています');
    expect(texts.size).toBe(1);
  });

  it('lets nobody change the test of another by applying with their address', async () => {
    const token = await newTest(app);
    const other = await newTest(app, { subjects: ['math'], grade: 'h1' });
    const [mine, theirs] = [await read(app, token), await read(app, other)];
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
    const token = await newTest(app, { subjects: ['math'] });
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
      expect(await refusalOf(call(app, token, method, path, json))).toBe('410 link_expired');
    }
  });

  it('opens its own test and no other, and only the subjects that were chosen', async () => {
    const [mine, theirs] = [await newTest(app), await newTest(app, { email: 'other@example.jp' })];
    await start(app, mine, 'japanese');
    expect((await read(app, theirs)).subjects.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(await refusalOf(start(app, mine, 'math'))).toBe('404 not_found');
    expect(await refusalOf(call(app, mine, 'POST', 'music/start/'))).toBe('404 not_found');
    expect(await refusalOf(save(app, mine, 'english', {}))).toBe('404 not_found');
  });

  it('stays good for who begins at its last moment', async () => {
    const token = await newTest(app, { subjects: ['math'] });
    app.clock.advance(7 * day - 1000);
    await start(app, token, 'math');
    app.clock.advance(lasts - 1000);
    expect((await submit(app, token, 'math', { 'math-1': '2' })).status).toBe(200);
    expect((await read(app, token)).result?.subjects[0]?.right).toBe(1);
  });

  it('is limited to ninety changes a minute', async () => {
    const token = await newTest(app);
    await start(app, token, 'japanese');
    for (let turn = 1; turn < 90; turn += 1) await save(app, token, 'japanese', { 'japanese-1': '1' });
    expect(await refusalOf(save(app, token, 'japanese', { 'japanese-1': '1' }))).toBe('429 rate');
    expect((await call(app, token, 'GET')).status).toBe(200);
    app.clock.advance(minute);
    expect((await save(app, token, 'japanese', { 'japanese-1': '1' })).status).toBe(200);
  });
});

it('tests that were never begun, results after ninety days, and their links are forgotten', async () => {
  const [idle, done] = [
    await newTest(app, { email: 'a@example.jp' }),
    await newTest(app, { subjects: ['math'] }),
  ];
  await start(app, done, 'math');
  await submit(app, done, 'math', { 'math-1': '2' });
  const count = async () => (await app.db.select().from(entryTests)).length;
  app.clock.advance(6 * day);
  await sweep(app.deps);
  expect([await count(), (await call(app, idle, 'GET')).status]).toEqual([2, 200]);
  app.clock.advance(2 * day);
  await sweep(app.deps);
  const kept = await app.db.select().from(entryTests);
  expect(kept.map(({ email }) => email)).toEqual(['mio@example.jp']);
  expect((await apply(app)).status).toBe(202);
  await takeMails(app);
  app.clock.advance(83 * day);
  await sweep(app.deps);
  expect(await count()).toBe(0);
  expect(await app.db.select().from(examAttempts)).toEqual([]);
  expect(await app.db.select().from(entryLinks)).toEqual([]);
  expect(await app.db.select().from(entryExams).where(eq(entryExams.isCurrent, true))).toHaveLength(1);
});
