import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultOverview, SubjectResult } from '#contracts/examResult.ts';
import { cohortOf, deviationOf, distributionOf } from '#contracts/examStatistics.ts';
import { packs } from '../../db/schema/catalog.ts';
import {
  entryDesired,
  examAllowances,
  examAttempts,
  examBorders,
  examEntries,
  examFaculties,
  examMethods,
  examSchools,
  examSubjects,
  exams,
} from '../../db/schema/exam.ts';
import { endDueAttempts, graceMs } from '../../domain/attempt/autoSubmit.ts';
import { makeCohort } from '../../domain/examResult/cohort.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { enterExam, examDevice, minutes, storeExam, type TestExam, testKey } from '../../testing/exam.ts';
import { openSatExam, report, type SatExam, spread, storeTakers, take } from '../../testing/satExam.ts';
import type { SignedIn } from '../../testing/users.ts';

let sat: SatExam;
let app: TestApp;
let exam: TestExam;
let user: SignedIn;

beforeEach(async () => {
  sat = await openSatExam();
  ({ app, exam, user } = sat);
});

describe('成績表', () => {
  it('is not there before there are numbers, with 200', async () => {
    expect(await report(sat)).toMatchObject({
      status: 'not_published',
      report_at: exam.exam.reportAt?.toISOString(),
    });
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report(sat)).status).toBe('nothing');
  });

  it('has score, mean, 偏差値, rank and histogram, and tells that they are provisional', async () => {
    const attempt = await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const body = await report(sat);
    const counts = new Map([
      [20, 60],
      [60, 61],
      [100, 29],
    ]);
    expect(body).toMatchObject({
      status: 'published',
      cohort: { kind: 'provisional', version: 1 },
      published_at: null,
    });
    expect(body.subjects.find(({ id }) => id === 'math')).toMatchObject({
      attempt,
      score: 60,
      full: 100,
      deviation: deviationOf(60, cohortOf(distributionOf(counts))),
      standing: 'shown',
      rank: 30,
      takers: 150,
      note: '',
    });
    expect(body.subjects.find(({ id }) => id === 'math')?.histogram.find((step) => step.is_mine)?.count).toBe(
      61,
    );
    expect(body.totals[0]).toMatchObject({ score: null, missing: ['english'], waiting: [] });
    expect(body.weak_units).toEqual([]);
  });

  it('calls a subject missed only when it cannot be taken any more', async () => {
    await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const english = async () => (await report(sat)).subjects.find(({ id }) => id === 'english')?.note;
    const examUntil = new Date(app.clock.now() + 1000);
    await app.db.update(exams).set({ examUntil }).where(eq(exams.id, exam.exam.id));
    expect(await english()).toBe('');
    app.clock.advance(1000);
    expect(await english()).toBe('absent');
  });

  it('of few is a reference or nothing; who is looked at has a score and no place', async () => {
    const attempt = await take(sat, 60);
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report(sat)).subjects[0]).toMatchObject({
      score: 60,
      standing: 'none',
      deviation: null,
      rank: null,
    });
    await storeTakers(sat, spread.slice(40, 80));
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report(sat)).subjects[0]).toMatchObject({ standing: 'reference', takers: 41 });
    await app.db.update(examAttempts).set({ needsLook: true }).where(eq(examAttempts.id, attempt));
    expect((await report(sat)).subjects[0]).toMatchObject({
      score: 60,
      note: 'needs_look',
      deviation: null,
      rank: null,
    });
  });

  it('of who handed in last, with the fewest points, after the last version of the hour is the last place of one more', async () => {
    await storeTakers(
      sat,
      Array.from({ length: 120 }, (_, at) => (at % 2 === 0 ? 60 : 100)),
    );
    await makeCohort(app.deps, exam.exam, 'provisional');
    const attempt = await take(sat, 20);
    const math = async () => (await report(sat)).subjects.find(({ id }) => id === 'math');
    expect(await math()).toMatchObject({ rank: 121, takers: 121, top_percent: 100 });
    await app.db.update(examAttempts).set({ needsLook: true }).where(eq(examAttempts.id, attempt));
    expect(await math()).toMatchObject({ score: 20, rank: null, takers: 120, top_percent: null });
  });

  it('sums subjects for who took all of them', async () => {
    await take(sat, 60);
    await take(sat, 100, 'english');
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report(sat)).totals[0]).toMatchObject({ score: 160, full: 200, takers: 1, missing: [] });
  });

  it('says of a subject that is looked into that its number comes, not that it was not taken', async () => {
    await take(sat, 60);
    const attempt = await take(sat, 100, 'english');
    await makeCohort(app.deps, exam.exam, 'provisional');
    await app.db.update(examAttempts).set({ needsLook: true }).where(eq(examAttempts.id, attempt));
    expect((await report(sat)).totals[0]).toMatchObject({
      score: null,
      missing: ['english'],
      waiting: ['english'],
    });
  });

  it('judges each 志望 against its border, says what is missing, and the way up', async () => {
    const pack = {
      key: 'mock',
      name: '',
      license: '',
      credits: [],
      fingerprint: '',
      imported: new Date(app.clock.now()),
    };
    await app.db.insert(packs).values(pack).onConflictDoNothing();
    const [school] = await app.db
      .insert(examSchools)
      .values({ code: 'u1', pack: 'mock', kind: 'university', name: '見本大学' })
      .returning();
    const [faculty] = await app.db
      .insert(examFaculties)
      .values({ schoolId: school?.id ?? 0, code: 'f1', name: '理学部' })
      .returning();
    const methods = await app.db
      .insert(examMethods)
      .values(['前期', '後期'].map((name) => ({ facultyId: faculty?.id ?? 0, name })))
      .returning();
    await app.db.insert(examBorders).values([
      { methodId: methods[0]?.id ?? 0, year: 2027, border: 55, subjects: [{ id: 'math', weight: 100 }] },
      { methodId: methods[1]?.id ?? 0, year: 2027, border: 50, subjects: [{ id: 'english', weight: 100 }] },
    ]);
    const [entry] = await app.db.select().from(examEntries);
    await app.db
      .insert(entryDesired)
      .values(methods.map(({ id }, at) => ({ entryId: entry?.id ?? 0, rank: at + 1, methodId: id })));
    await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const { verdicts } = await report(sat);
    const mine =
      deviationOf(
        60,
        cohortOf(
          distributionOf(
            new Map([
              [20, 60],
              [60, 61],
              [100, 29],
            ]),
          ),
        ),
      ) ?? 0;
    expect(verdicts[0]).toMatchObject({
      school: '見本大学',
      border: 55,
      border_year: 2027,
      mine,
      difference: Math.round((mine - 55) * 10) / 10,
      verdict: 'D',
      applicant_rank: 1,
      applicants: 1,
      next: { to: 'C', gains: [{ id: 'math', name: 'math' }] },
    });
    expect(verdicts[1]).toMatchObject({ verdict: null, missing: ['english'], waiting: [], next: null });
    // Who applies, too, and hands in with fewer points after that version, is the last of one more.
    const late = await app.signIn();
    await enterExam(app.deps, exam, late.id);
    const [, other] = await app.db.select().from(examEntries).orderBy(examEntries.id);
    const wish = { entryId: other?.id ?? 0, rank: 1, methodId: methods[0]?.id ?? 0 };
    await app.db.insert(entryDesired).values(wish);
    await take({ ...sat, user: late }, 20);
    const { verdicts: theirs } = await report({ ...sat, user: late });
    expect(theirs[0]).toMatchObject({ applicant_rank: 2, applicants: 2 });
  });

  it('is one’s own alone', async () => {
    const attempt = await take(sat, 60);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const other = await app.signIn();
    expect((await report({ ...sat, user: other })).status).toBe('nothing');
    const path = `/api/exam/mockexam/${exam.exam.id}/result/${attempt}/`;
    expect(await refusalOf(app.call('GET', path, { token: other.token }))).toBe('404 not_found');
    expect(await refusalOf(app.call('GET', path))).toBe('401 unauthorized');
  });
});

describe('one subject', () => {
  const read = (attempt: string) =>
    bodyOf<SubjectResult>(
      app.call('GET', `/api/exam/mockexam/${exam.exam.id}/result/${attempt}/`, { token: user.token }),
    );

  it('tells question by question, with rates, and keys only when they are open', async () => {
    const attempt = await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const body = await read(attempt);
    expect(body.questions.map(({ id, points, full, state }) => [id, points, full, state])).toEqual([
      ['q-g1', 40, 40, 'right'],
      ['q-g2', 0, 40, 'wrong'],
      ['q-g3', 20, 20, 'right'],
    ]);
    expect(body.questions[1]?.slots[0]).toMatchObject({ value: '3', key: '1', notes: [] });
    expect(body.questions[2]?.slots[0]).toMatchObject({ key: '2', notes: ['whole'] });
    expect(body.questions[0]?.rate).toBeCloseTo(90 / 150, 5);
    expect(JSON.stringify(body.answers)).toContain('秘密の解説');
    await app.db.update(exams).set({ keysOpen: 'after_window' });
    const closed = await read(attempt);
    expect(JSON.stringify(closed)).not.toContain('秘密の解説');
    expect(closed.questions[1]?.slots[0]?.key).toBeNull();
    expect(closed.questions[2]?.slots[0]?.notes).toEqual([]);
    await app.db.update(exams).set({ marksOpen: 'after_window' });
    expect(await read(attempt)).toMatchObject({ status: 'not_published', questions: [], report: null });
  });

  it('gives the address of what is heard for a question, once the keys are open and to who listens', async () => {
    const attempt = await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const subjectId = exam.subjectIds.math ?? 0;
    const [subject] = await app.db.select().from(examSubjects).where(eq(examSubjects.id, subjectId));
    const question = subject?.layout.sections[0]?.questions[1];
    if (!subject || !question) throw new Error('no question');
    question.track = 't1';
    const times = { seconds: 5, plays: 1, gap_sec: 5, preview_sec: 5 };
    subject.layout.tracks = [{ id: 't1', name: '問2', file: 't1.m4a', ...times, script: '' }];
    await app.db.update(examSubjects).set({ layout: subject.layout }).where(eq(examSubjects.id, subjectId));
    const sounds = async () => (await read(attempt)).questions.map(({ sound }) => sound);
    const address = expect.stringMatching(
      new RegExp(`/api/lms/review/file/${subjectId}/t1\\.m4a/\\?e=\\d+&s=.+`),
    );
    expect(await sounds()).toEqual([null, address, null]);
    await app.db.update(exams).set({ keysOpen: 'after_window' });
    expect(await sounds()).toEqual([null, null, null]);
    await app.db.update(exams).set({ keysOpen: 'at_once' });
    const modified = new Date(app.clock.now());
    await app.db.insert(examAllowances).values({ userId: user.id, scriptInsteadOfAudio: true, modified });
    expect(await sounds()).toEqual([null, null, null]);
  });

  it('stands in the overview of everything that was taken', async () => {
    await take(sat, 60);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const body = await bodyOf<ResultOverview>(app.call('GET', '/api/exam/result/', { token: user.token }));
    expect(body.exams).toMatchObject([{ name: '第1回 模試', subjects: [{ id: 'math', score: 60 }] }]);
  });
});

describe('English tests in the overview', () => {
  const storeTest = (key = testKey) =>
    storeExam(app.deps, {
      kind: 'english',
      subjects: ['test'],
      minutes: 25,
      key,
      exam: { examFrom: null, examUntil: null, reportAt: null, retakeDays: 1, totals: [] },
    });
  const begin = async (test: TestExam) => {
    const device = examDevice(app, test, await app.signIn(user));
    await bodyOf(device.start('test'));
    return device;
  };
  /** Id, score, and whether self-marking is open, of each round. */
  const told = async () => {
    const { token } = await app.signIn(user);
    const body = await bodyOf<ResultOverview>(app.call('GET', '/api/exam/result/', { token }));
    return {
      rounds: body.english.map(({ id, score, is_self_open }) => [id, score, is_self_open]),
      isMarking: body.is_english_marking,
    };
  };

  it('tell the rounds before while the test is taken again, and then both, the last first', async () => {
    const test = await storeTest();
    const first = await begin(test);
    await bodyOf(first.submit({ a: ['1', app.clock.now()] }));
    const before = [first.attempt.id, 400, false];
    app.clock.advance(minutes(25 * 60));
    const second = await begin(test);
    expect(await told()).toEqual({ rounds: [before], isMarking: false });
    await bodyOf(second.submit({ a: ['1', app.clock.now()], b: ['1', app.clock.now()] }));
    expect(await told()).toEqual({ rounds: [[second.attempt.id, 800, false], before], isMarking: false });
  });

  it('tell who has taken one and waits for its marks that it is being marked', async () => {
    await begin(await storeTest());
    expect(await told()).toEqual({ rounds: [], isMarking: false });
    app.clock.advance(minutes(25) + graceMs + 1);
    await endDueAttempts(app.deps);
    expect(await told()).toEqual({ rounds: [], isMarking: true });
  });

  it('tell a score that still waits for the points of its taker, and say so', async () => {
    const groups = testKey.groups.map((group, at) =>
      at === 0 ? { ...group, rule: 'self' as const } : group,
    );
    const device = await begin(await storeTest({ ...testKey, groups }));
    await bodyOf(device.submit({ a: ['My answer', app.clock.now()], b: ['1', app.clock.now()] }));
    expect((await told()).rounds).toEqual([[device.attempt.id, 400, true]]);
  });
});
