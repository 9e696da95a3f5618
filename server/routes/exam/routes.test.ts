import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry, MockExam, MockExamDetail, School } from '#contracts/exam.ts';
import { packs } from '../../db/schema/catalog.ts';
import {
  examAllowances,
  examAttempts,
  examBorders,
  examEntries,
  examFaculties,
  examMethods,
  examSchools,
  exams,
} from '../../db/schema/exam.ts';
import { voidAttempt } from '../../domain/attempt/void.ts';
import { newestCohort } from '../../domain/examResult/cohort.ts';
import { makeDueCohorts } from '../../domain/examResult/jobs.ts';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { examDevice, storeExam, type TestExam } from '../../testing/exam.ts';
import { type SignedIn, storeUser } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const day = 86_400_000;
const base = () => `/api/exam/mockexam/${exam.exam.id}/`;
const call = (method: string, part: string, json?: object) =>
  app.call(method, `${base()}${part}`, { token: user.token, ...(json ? { json } : {}) });
const detail = () => bodyOf<MockExamDetail>(call('GET', ''));
const names = {
  family_name: '山田',
  given_name: 'みお',
  family_name_kana: 'ヤマダ',
  given_name_kana: 'ミオ',
};
const basic = (subjects = ['math', 'english']) => ({
  section: 'basic_info',
  data: { ...names, grade: 'h3', school: '見本高校' },
  subjects,
});
const environment = {
  section: 'environment_info',
  data: { device: 'computer', place: 'home', network: 'wifi', earphones: true, agree_rules: true },
};
const undecided = { section: 'school_info', data: { is_undecided: true } };

async function enter(): Promise<Entry> {
  await call('POST', 'entry/', basic());
  await call('PATCH', 'entry/', undecided);
  return bodyOf<Entry>(call('PATCH', 'entry/', environment));
}

/** Two methods of one faculty. */
async function storeMethods(): Promise<number[]> {
  const imported = new Date(app.clock.now());
  const pack = { key: 'mock', name: '', license: '', credits: [], fingerprint: '', imported };
  await app.db.insert(packs).values(pack).onConflictDoNothing();
  const [school] = await app.db
    .insert(examSchools)
    .values({
      code: 'u1',
      pack: 'mock',
      kind: 'university',
      name: '見本大学',
      kana: 'みほんだいがく',
      prefecture: '京都府',
    })
    .returning();
  const [faculty] = await app.db
    .insert(examFaculties)
    .values({ schoolId: school?.id ?? 0, code: 'f1', name: '理学部' })
    .returning();
  const rows = await app.db
    .insert(examMethods)
    .values(['前期', '後期'].map((name) => ({ facultyId: faculty?.id ?? 0, name })))
    .returning();
  await app.db.insert(examBorders).values(
    [2026, 2027].map((year) => ({
      methodId: rows[0]?.id ?? 0,
      year,
      border: year - 1970,
      subjects: [
        { id: 'math', weight: 100 },
        { id: 'physics', weight: 100 },
      ],
    })),
  );
  return rows.map(({ id }) => id);
}

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
});

describe('exams', () => {
  it('are for members, with one’s own state', async () => {
    const list = () =>
      bodyOf<PageBody<MockExam>>(app.call('GET', '/api/exam/mockexam/', { token: user.token }));
    expect((await list()).results).toMatchObject([
      { name: '第1回 模試', my_status: 'none', subjects: [{ id: 'math' }, { id: 'english' }] },
    ]);
    await enter();
    expect((await list()).results[0]?.my_status).toBe('entered');
    await storeExam(app.deps, { kind: 'english', subjects: ['test'] });
    expect((await list()).count).toBe(1);
    const filtered = async (status: string) =>
      (
        await bodyOf<PageBody<MockExam>>(
          app.call('GET', `/api/exam/mockexam/?status=${status}`, { token: user.token }),
        )
      ).count;
    expect([await filtered('open'), await filtered('mine'), await filtered('past')]).toEqual([1, 1, 0]);
    await expectMembersOnly(app, user, (who) => app.call('GET', '/api/exam/mockexam/', who));
  });

  it('that were withdrawn are not found', async () => {
    await app.db.update(exams).set({ withdrawn: new Date(app.clock.now()) });
    expect(await refusalOf(call('GET', ''))).toBe('404 not_found');
  });
});

describe('an entry', () => {
  it('is made in three parts, and entered with the last one', async () => {
    const first = await bodyOf<Entry>(call('POST', 'entry/', basic()));
    expect(first).toMatchObject({
      status: 'in_progress',
      number: null,
      progress: { basicinfo: true, schoolinfo: false, environmentinfo: false },
    });
    const done = await enter();
    expect(done).toMatchObject({
      status: 'entered',
      number: expect.any(String),
      selected_subjects: ['math', 'english'],
    });
    expect((await detail()).entry).toMatchObject({ status: 'entered', basic_info: { family_name: '山田' } });
  });

  it('of an exam with a fee waits for its payment', async () => {
    await app.db.update(exams).set({ fee: 3300 });
    expect((await enter()).status).toBe('awaiting_payment');
  });

  it('keeps the rules of subjects', async () => {
    await app.db.update(exams).set({ groupRules: [{ group: '', name: '理科', max: 1 }] });
    const answer = await call('POST', 'entry/', basic());
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'subject_rule', detail: '理科は1科目まで選択できます。', max: 1 },
    ]);
    expect(await refusalOf(call('POST', 'entry/', basic(['history'])))).toBe('422 subject_rule');
    expect(await refusalOf(call('POST', 'entry/', { section: 'basic_info', data: {}, subjects: [] }))).toBe(
      '400 validation',
    );
  });

  it('is closed after its time; what is entered can be changed until the first start', async () => {
    await enter();
    app.clock.advance(6 * day + 1);
    user = await app.signIn(user);
    expect((await call('PATCH', 'entry/', basic(['math']))).status).toBe(200);
    await examDevice(app, exam, user).start();
    expect(await refusalOf(call('PATCH', 'entry/', basic(['english'])))).toBe('409 entry_closed');
    expect(await refusalOf(call('POST', 'entry/cancel/'))).toBe('409 entry_closed');
    user = await app.signIn();
    expect(await refusalOf(call('POST', 'entry/', basic()))).toBe('409 entry_closed');
  });

  it('can be taken back and made again', async () => {
    await enter();
    expect((await bodyOf<Entry>(call('POST', 'entry/cancel/'))).status).toBe('canceled');
    expect(await refusalOf(examDevice(app, exam, user).start())).toBe('409 not_entered');
    expect((await bodyOf<Entry>(call('POST', 'entry/', basic()))).status).toBe('entered');
  });

  it('sent twice at once is one', async () => {
    await Promise.all([call('POST', 'entry/', basic()), call('POST', 'entry/', basic())]);
    expect(await app.db.select().from(examEntries)).toHaveLength(1);
  });

  it('goes on to taking, finished and absent by itself', async () => {
    await enter();
    const status = async () => (await detail()).my_status;
    const device = examDevice(app, exam, user);
    await device.start('math');
    expect(await status()).toBe('taking');
    await device.submit({});
    expect(await status()).toBe('taking');
    await device.start('english');
    await device.submit({});
    expect(await status()).toBe('finished');
    expect((await detail()).subjects).toMatchObject([
      { state: 'submitted', score: 0 },
      { state: 'submitted' },
    ]);
    await app.db.delete(examAttempts);
    app.clock.advance(8 * day);
    user = await app.signIn(user);
    expect(await status()).toBe('absent');
    expect((await detail()).subjects[0]?.state).toBe('absent');
  });
});

describe('志望校', () => {
  const desired = (rank: number, json: object) => call('PUT', `entry/desired/${rank}/`, json);

  it('are registered with border and what is missing, once each, in any order', async () => {
    const [first, second] = await storeMethods();
    await call('POST', 'entry/', basic());
    await desired(1, { method: first });
    const entry = await bodyOf<Entry>(desired(2, { method: second }));
    expect(entry.desired).toMatchObject([
      { rank: 1, school: { name: '見本大学' }, border: 57, border_year: 2027, missing: ['physics'] },
      { rank: 2, border: null },
    ]);
    expect(await refusalOf(desired(3, { method: first }))).toBe('409 duplicate');
    expect(await refusalOf(desired(9, { method: first }))).toBe('422 rank_invalid');
    expect(await refusalOf(desired(3, { method: 999 }))).toBe('404 not_found');
    await desired(3, { free_name: '見つからない大学' });
    const turned = await bodyOf<Entry>(call('POST', 'entry/desired/reorder/', { ranks: [3, 1, 2] }));
    expect(turned.desired.map(({ free_name, method }) => free_name || method?.name)).toEqual([
      '見つからない大学',
      '前期',
      '後期',
    ]);
    expect(await refusalOf(call('POST', 'entry/desired/reorder/', { ranks: [1, 1, 2] }))).toBe(
      '422 rank_invalid',
    );
    const left = await bodyOf<Entry>(call('DELETE', 'entry/desired/1/'));
    expect(left.desired.map(({ rank, method }) => [rank, method?.name])).toEqual([
      [1, '前期'],
      [2, '後期'],
    ]);
    expect((await call('GET', 'entry/desired/1/')).status).toBe(200);
    expect(await refusalOf(call('GET', 'entry/desired/5/'))).toBe('404 not_found');
  });

  it('are one’s own', async () => {
    const [first] = await storeMethods();
    await desired(1, { method: first });
    user = await app.signIn();
    expect(await refusalOf(call('GET', 'entry/desired/1/'))).toBe('404 not_found');
  });
});

it('schools are found by name, kana and code, with faculties, methods and the newest border', async () => {
  await storeMethods();
  const find = async (query: string) =>
    (await bodyOf<PageBody<School>>(app.call('GET', `/api/exam/school/?${query}`, { token: user.token })))
      .results;
  expect(await find('q=見本')).toMatchObject([
    { faculties: [{ methods: [{ border: 57, border_year: 2027 }, { border: null }] }] },
  ]);
  expect(
    [await find('q=みほん'), await find('q=u1'), await find('prefecture=京都府')].map(({ length }) => length),
  ).toEqual([1, 1, 1]);
  expect([await find('q=%25'), await find('kind=highschool'), await find('prefecture=東京都')]).toEqual([
    [],
    [],
    [],
  ]);
});

describe('志望校 of the exam before', () => {
  it('are copied behind those there are, each once, and nobody else’s', async () => {
    const [first = 0, second = 0] = await storeMethods();
    const before = exam;
    const putAt = (rank: number, json: object) => call('PUT', `entry/desired/${rank}/`, json);
    await putAt(1, { method: first });
    await putAt(2, { method: second });
    await putAt(3, { free_name: '遠い大学' });
    const examFrom = new Date(app.clock.now() - day / 2);
    exam = await storeExam(app.deps, { exam: { name: '第2回 模試', examFrom, maxDesiredRank: 3 } });
    expect((await detail()).last_desired).toMatchObject({ name: '第1回 模試', count: 3 });
    expect(String((await detail()).last_desired?.exam)).toBe(String(before.exam.id));
    await putAt(1, { method: second });
    const copied = await bodyOf<Entry>(call('POST', 'entry/desired/copy/'));
    expect(copied.desired.map(({ rank, method, free_name }) => [rank, method?.name, free_name])).toEqual([
      [1, '後期', ''],
      [2, '前期', ''],
      [3, undefined, '遠い大学'],
    ]);
    expect(await refusalOf(call('POST', 'entry/desired/copy/'))).toBe('409 conflict');
    user = await app.signIn();
    expect((await detail()).last_desired).toBeNull();
    expect(await refusalOf(call('POST', 'entry/desired/copy/'))).toBe('409 conflict');
  });
});

describe('what 基本情報 begins with', () => {
  const begins = async () => (await detail()).basic_start;

  it('is the profile, and where that is silent the entry before; nothing is stored by looking', async () => {
    const profile = { familyName: '佐藤', givenName: 'みお', grade: 'h2' };
    user = await app.signIn(await storeUser(app.deps, profile));
    expect(await begins()).toMatchObject({ family_name: '佐藤', family_name_kana: '', school: '' });
    expect(await app.db.select().from(examEntries)).toEqual([]);
    await call('POST', 'entry/', { ...basic(), data: { ...basic().data, track: 'sciences' } });
    // What was entered is in the entry: no other values are offered beside it.
    expect(await begins()).toEqual({});
    exam = await storeExam(app.deps, { exam: { name: '第2回 模試' } });
    expect(await begins()).toEqual({
      ...{ family_name: '佐藤', given_name: 'みお', family_name_kana: 'ヤマダ', given_name_kana: 'ミオ' },
      ...{ grade: 'h2', school: '見本高校', track: 'sciences', prefecture: '' },
    });
    expect(await app.db.select().from(examEntries)).toHaveLength(1);
  });

  it('is of oneself alone, and a guardian’s grade is nobody’s', async () => {
    await call('POST', 'entry/', basic());
    exam = await storeExam(app.deps, { exam: { name: '第2回 模試' } });
    const guardian = await storeUser(app.deps, { grade: 'guardian' });
    user = await app.signIn(guardian);
    expect(Object.values(await begins()).join('')).toBe('');
  });
});

it('a withdrawn exam stays for who has entered it: page, start and final numbers', async () => {
  await enter();
  await app.db.update(exams).set({ withdrawn: new Date(app.clock.now()) });
  const other = await app.signIn();
  expect(await refusalOf(app.call('GET', base(), { token: other.token }))).toBe('404 not_found');
  const listed = (who: SignedIn) =>
    bodyOf<PageBody<MockExam>>(app.call('GET', '/api/exam/mockexam/', { token: who.token }));
  expect([(await listed(user)).results.length, (await listed(other)).results.length]).toEqual([1, 0]);
  expect((await detail()).my_status).toBe('entered');
  const device = examDevice(app, exam, user);
  expect((await device.start()).status).toBe(201);
  expect((await device.submit({})).status).toBe(200);
  app.clock.advance(11 * day);
  await makeDueCohorts(app.deps);
  expect((await newestCohort(app.db, exam.exam.id))?.kind).toBe('frozen');
});

it('who started a wrong subject, which was voided, can change the entry; the allowance is told before the start', async () => {
  await enter();
  const modified = new Date(app.clock.now());
  const allowance = { multiplierPct: 150, scriptInsteadOfAudio: true, modified };
  await app.db.insert(examAllowances).values({ userId: user.id, ...allowance });
  expect(await detail()).toMatchObject({ multiplier_pct: 150, script_instead_of_audio: true });
  const device = examDevice(app, exam, user);
  await device.start();
  expect(await refusalOf(call('PATCH', 'entry/', basic(['english'])))).toBe('409 entry_closed');
  await voidAttempt(app.deps, device.attempt.id);
  expect((await bodyOf<Entry>(call('PATCH', 'entry/', basic(['english'])))).selected_subjects).toEqual([
    'english',
  ]);
});
