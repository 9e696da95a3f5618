import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Report, ResultOverview, SubjectResult } from '#contracts/examResult.ts';
import { score } from '#contracts/examScore.ts';
import { cohortOf, deviationOf, distributionOf } from '#contracts/examStatistics.ts';
import { seededRandom } from '../../../tests/seededRandom.ts';
import { queryRows } from '../../db/client.ts';
import { packs } from '../../db/schema/catalog.ts';
import {
  entryDesired,
  examAnswers,
  examAttempts,
  examBorders,
  examEntries,
  examFaculties,
  examMethods,
  examSchools,
  exams,
} from '../../db/schema/exam.ts';
import { examCohorts, examDistributions, examRegrades, examScores } from '../../db/schema/examResult.ts';
import { reviewCards } from '../../db/schema/review.ts';
import { makeCohort } from '../../domain/examResult/cohort.ts';
import { makeDueCohorts, runExamJobs } from '../../domain/examResult/jobs.ts';
import { correctedKey, previewRegrade, reviseKey, runRegrade } from '../../domain/examResult/regrade.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { enterExam, examDevice, storeExam, type TestExam, testKey } from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

/** Values that bring so many points: 0, 20, 40, 60, 80 or 100. */
const valuesFor = (points: number): Record<string, string> => ({
  a: points >= 40 ? '1' : '3',
  b: points >= 80 ? '1' : '3',
  ...(points % 40 === 20 ? { c: '2', d: '2' } : { c: '1', d: '1' }),
});

/** Takers drawn ahead: each with marks of a subject, without an account. */
async function storeTakers(points: readonly number[], subject = 'math'): Promise<void> {
  const now = new Date(app.clock.now());
  const subjectId = exam.subjectIds[subject] ?? 0;
  const rows = points.map((want, at) => ({ id: randomUUID(), values: valuesFor(want), at }));
  const cells = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([slot, v]) => [slot, { v, at: 1, lo: 1, f: false, fat: 0, flo: 0 }]),
    );
  await app.db.insert(examAttempts).values(
    rows.map(({ id, at }) => ({
      id,
      userId: null,
      examId: exam.exam.id,
      subjectId,
      subject,
      kind: 'real' as const,
      round: 1,
      state: 'submitted' as const,
      startedAt: now,
      baseDeadline: now,
      deadline: now,
      leaseSeenAt: now,
      startKey: `taker-${at}`,
      submittedAt: now,
      created: now,
    })),
  );
  await app.db.insert(examAnswers).values(
    rows.map(({ id, values }) => ({
      attemptId: id,
      cells: cells(values),
      plays: {},
      digest: '',
      savedAt: now,
      savesFrom: now,
    })),
  );
  await app.db.insert(examScores).values(
    rows.map(({ id, values }) => {
      const marked = score(testKey, values);
      return {
        attemptId: id,
        keyRevision: 1,
        subjectId,
        points: marked.groups.map((one) => one.points ?? 0),
        total: marked.total,
        full: marked.full,
        pending: 0,
        picks: [],
        made: now,
      };
    }),
  );
}

async function take(who: SignedIn, points: number, subject = 'math'): Promise<string> {
  const device = examDevice(app, exam, who);
  await device.start(subject);
  const now = app.clock.now();
  app.clock.advance(1_000);
  const typed = Object.fromEntries(
    Object.entries(valuesFor(points)).map(([slot, v]) => [slot, [v, now] as [string, number]]),
  );
  expect((await device.submit(typed)).status).toBe(200);
  return device.attempt.id;
}

const report = (query = '', who = user) =>
  bodyOf<Report>(app.call('GET', `/api/exam/mockexam/${exam.exam.id}/result/${query}`, { token: who.token }));

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps, { exam: { isSample: true } });
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
});

const spread = [...Array(60).fill(20), ...Array(60).fill(60), ...Array(29).fill(100)] as number[];

describe('a cohort', () => {
  it('has one row a score, with those above, as the ranks of the database say', async () => {
    const random = seededRandom(7);
    await storeTakers(Array.from({ length: 200 }, () => Math.floor(random() * 6) * 20));
    await makeCohort(app.deps, exam.exam, 'provisional');
    const rows = await app.db
      .select()
      .from(examDistributions)
      .where(and(eq(examDistributions.scope, 'subject'), eq(examDistributions.key, 'math')));
    const ranks = await queryRows<{ total: number; rank: string }>(
      app.db,
      sql`select distinct total, rank() over (order by total desc) as rank from exam_scores`,
    );
    for (const { total, rank } of ranks)
      expect(1 + (rows.find((row) => row.score === total)?.above ?? -1)).toBe(Number(rank));
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(200);
  });

  it('leaves out practice, void, who is looked at, and takers from a seed where the exam is no sample', async () => {
    await take(user, 60);
    await storeTakers([20, 100, 100, 100]);
    const ids = (await app.db.select().from(examAttempts))
      .filter((row) => row.userId === null)
      .map(({ id }) => id);
    const set = (at: number, change: object) =>
      app.db
        .update(examAttempts)
        .set(change)
        .where(eq(examAttempts.id, ids[at] ?? ''));
    await set(1, { kind: 'practice' });
    await set(2, { state: 'void' });
    await set(3, { needsLook: true });
    const count = async () => {
      await makeCohort(app.deps, exam.exam, 'provisional');
      const { subjects } = await report();
      return subjects.find(({ id }) => id === 'math')?.takers;
    };
    expect(await count()).toBe(2);
    exam.exam.isSample = false;
    expect(await count()).toBe(1);
  });

  it('is made each hour, and frozen at the time of the report', async () => {
    await take(user, 60);
    await makeDueCohorts(app.deps);
    await makeDueCohorts(app.deps);
    const kinds = async () =>
      (await app.db.select().from(examCohorts)).map(({ version, kind }) => `${version} ${kind}`);
    expect(await kinds()).toEqual(['1 provisional']);
    app.clock.advance(3_600_000);
    await makeDueCohorts(app.deps);
    app.clock.advance(3_600_000);
    await makeDueCohorts(app.deps);
    expect(await kinds()).toEqual(['2 provisional', '3 provisional']);
    app.clock.advance(10 * 86_400_000);
    await makeDueCohorts(app.deps);
    await makeDueCohorts(app.deps);
    expect(await kinds()).toEqual(['3 provisional', '4 frozen']);
  });

  it('row 73: a version that is made meanwhile is seen whole or not at all', async () => {
    await take(user, 60);
    await storeTakers(spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    await storeTakers([100, 100, 100]);
    const [one] = await Promise.all([report(), makeCohort(app.deps, exam.exam, 'provisional')]);
    const math = one.subjects.find(({ id }) => id === 'math');
    const scores = (n: number) => [...spread, 60, ...Array(n).fill(100)] as number[];
    const expected = math?.takers === 150 ? scores(0) : scores(3);
    expect(math?.takers).toBe(expected.length);
    expect(math?.average).toBe(
      Math.floor((expected.reduce((sum, x) => sum + x, 0) / expected.length) * 10 + 0.5) / 10,
    );
  });
});

describe('成績表', () => {
  it('is not there before there are numbers, with 200', async () => {
    expect(await report()).toMatchObject({
      status: 'not_published',
      report_at: exam.exam.reportAt?.toISOString(),
    });
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report()).status).toBe('nothing');
  });

  it('has score, mean, 偏差値, rank and histogram, and tells that they are provisional', async () => {
    const attempt = await take(user, 60);
    await storeTakers(spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const body = await report();
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
    expect(body.totals[0]).toMatchObject({ score: null, missing: ['english'] });
    expect(body.weak_units).toEqual([]);
  });

  it('of few is a reference or nothing; who is looked at has a score and no place', async () => {
    const attempt = await take(user, 60);
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report()).subjects[0]).toMatchObject({
      score: 60,
      standing: 'none',
      deviation: null,
      rank: null,
    });
    await storeTakers(spread.slice(40, 80));
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report()).subjects[0]).toMatchObject({ standing: 'reference', takers: 41 });
    await app.db.update(examAttempts).set({ needsLook: true }).where(eq(examAttempts.id, attempt));
    expect((await report()).subjects[0]).toMatchObject({
      score: 60,
      note: 'needs_look',
      deviation: null,
      rank: null,
    });
  });

  it('sums subjects for who took all of them', async () => {
    await take(user, 60);
    await take(user, 100, 'english');
    await makeCohort(app.deps, exam.exam, 'provisional');
    expect((await report()).totals[0]).toMatchObject({ score: 160, full: 200, takers: 1, missing: [] });
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
    await take(user, 60);
    await storeTakers(spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const { verdicts } = await report();
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
    expect(verdicts[1]).toMatchObject({ verdict: null, missing: ['english'], next: null });
  });

  it('is one’s own alone', async () => {
    const attempt = await take(user, 60);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const other = await app.signIn();
    expect((await report('', other)).status).toBe('nothing');
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
    const attempt = await take(user, 60);
    await storeTakers(spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const body = await read(attempt);
    expect(body.questions.map(({ id, points, full, state }) => [id, points, full, state])).toEqual([
      ['q-g1', 40, 40, 'right'],
      ['q-g2', 0, 40, 'wrong'],
      ['q-g3', 20, 20, 'right'],
    ]);
    expect(body.questions[1]?.slots[0]).toMatchObject({ value: '3', key: '1' });
    expect(body.questions[0]?.rate).toBeCloseTo(90 / 150, 5);
    expect(JSON.stringify(body.answers)).toContain('秘密の解説');
    await app.db.update(exams).set({ keysOpen: 'after_window' });
    const closed = await read(attempt);
    expect(JSON.stringify(closed)).not.toContain('秘密の解説');
    expect(closed.questions[1]?.slots[0]?.key).toBeNull();
    await app.db.update(exams).set({ marksOpen: 'after_window' });
    expect(await read(attempt)).toMatchObject({ status: 'not_published', questions: [], report: null });
  });

  it('stands in the overview of everything that was taken', async () => {
    await take(user, 60);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const body = await bodyOf<ResultOverview>(app.call('GET', '/api/exam/result/', { token: user.token }));
    expect(body.exams).toMatchObject([{ name: '第1回 模試', subjects: [{ id: 'math', score: 60 }] }]);
  });
});

describe('a corrected key', () => {
  const [g1, g2, g3] = testKey.groups as [
    (typeof testKey.groups)[0],
    (typeof testKey.groups)[0],
    (typeof testKey.groups)[0],
  ];
  /** b was right with 3 as well. */
  const after = { ...testKey, groups: [g1, { ...g2, keys: { b: ['3'] } }, g3] };
  const subjectId = () => exam.subjectIds.math ?? 0;
  const revise = (policy: 'fair' | 'exact', reason = '問2の正解を訂正') =>
    app.db.transaction((tx) => reviseKey(tx, app.deps, subjectId(), { after, policy, reason }));

  it('row 71: counts beside the old one: nobody loses a point, and everybody sees what changed', async () => {
    await take(user, 60);
    await storeTakers(spread);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const before = (await report()).subjects[0];
    const preview = await previewRegrade(app.db, subjectId(), correctedKey(testKey, after, 'fair'));
    expect(preview).toMatchObject({ n: 150, gain: 121, lose: 0 });
    expect(await revise('fair')).toBe(2);
    expect((await report()).subjects[0]).toEqual(before);
    expect(await runRegrade(app.deps)).toBe(true);
    expect(await runRegrade(app.deps)).toBe(false);
    const body = await report();
    expect(body.cohort).toMatchObject({ kind: 'regraded', version: 2 });
    expect(body.subjects[0]).toMatchObject({
      score: 100,
      regraded: { before: 60, after: 100, reason: '問2の正解を訂正' },
    });
    expect(body.versions.map(({ version, kind }) => `${version} ${kind}`)).toEqual([
      '2 regraded',
      '1 frozen',
    ]);
    expect((await report('?version=1')).subjects[0]).toMatchObject({
      score: 60,
      deviation: before?.deviation,
    });
    const lost = await queryRows<{ n: number }>(
      app.db,
      sql`select count(*)::int as n from exam_scores o join exam_scores s using (attempt_id)
          where o.key_revision = 1 and s.key_revision = 2 and s.total < o.total`,
    );
    expect(lost[0]?.n).toBe(0);
  });

  it('exact needs a reason, and the numbers not to be final', async () => {
    await expect(revise('exact', ' ')).rejects.toThrow('--reason');
    await makeCohort(app.deps, exam.exam, 'frozen');
    await expect(revise('exact')).rejects.toThrow('確定');
  });

  it('leaves points and groups alone, waits for the one before, and the same key is none', async () => {
    const same = { after: testKey, policy: 'fair' as const, reason: '' };
    expect(await app.db.transaction((tx) => reviseKey(tx, app.deps, subjectId(), same))).toBeNull();
    expect(() => correctedKey(testKey, { ...testKey, groups: [g1, g2] }, 'fair')).toThrow('増やせ');
    expect(() =>
      correctedKey(testKey, { ...testKey, groups: [{ ...g1, points: 1 }, g2, g3] }, 'fair'),
    ).toThrow('配点');
    expect(() =>
      correctedKey(testKey, { ...testKey, groups: [{ ...g1, void: 'exclude' }, g2, g3] }, 'fair'),
    ).toThrow('all_points');
    await revise('fair');
    await expect(revise('fair')).rejects.toThrow('再採点が終わって');
  });

  it('row 74: a void question gives everybody its points', async () => {
    await take(user, 20);
    const voided = { ...testKey, groups: [{ ...g1, void: 'all_points' as const }, g2, g3] };
    await app.db.transaction((tx) =>
      reviseKey(tx, app.deps, subjectId(), { after: voided, policy: 'fair', reason: '出題ミス' }),
    );
    await runRegrade(app.deps);
    expect((await report()).subjects[0]).toMatchObject({
      score: 60,
      regraded: { before: 20, reason: '出題ミス' },
    });
  });

  it('row 72: killed at 40 % readers see the old version whole; it goes on there, with the same end', async () => {
    await take(user, 60);
    await storeTakers(spread.slice(0, 99));
    await makeCohort(app.deps, exam.exam, 'provisional');
    const before = await report();
    await revise('fair');
    let left = 4;
    const dying = new Proxy(app.db, {
      get(db, name) {
        if (name !== 'transaction') return Reflect.get(db, name, db);
        return (run: Parameters<typeof db.transaction>[0]) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return db.transaction(run);
        };
      },
    });
    await expect(runRegrade({ ...app.deps, db: dying }, 10)).rejects.toThrow('killed');
    const marked = () => app.db.select().from(examScores).where(eq(examScores.keyRevision, 2));
    expect(await marked()).toHaveLength(40);
    expect(await report()).toEqual(before);
    const second = await createTestApp({ besides: app });
    await Promise.all([runRegrade(app.deps, 10), runRegrade(second.deps, 10)]);
    expect(await marked()).toHaveLength(100);
    expect((await report()).subjects[0]).toMatchObject({ score: 100, takers: 100 });
    const [row] = await app.db.select().from(examRegrades);
    expect(row).toMatchObject({ state: 'done', changed: 100 });
  });

  it('is met by who hands in while it takes over', async () => {
    await revise('fair');
    await take(user, 60);
    await runRegrade(app.deps);
    await runExamJobs(app.deps);
    expect((await report()).subjects[0]?.score).toBe(100);
  });
});

describe('review cards', () => {
  it('are made of what went wrong, once, when the keys open', async () => {
    await take(user, 40);
    expect(await app.db.select().from(reviewCards)).toHaveLength(0);
    await runExamJobs(app.deps);
    await runExamJobs(app.deps);
    const cards = await app.db.select().from(reviewCards);
    expect(cards.map(({ question, reason }) => [question, reason])).toEqual([
      ['q-g2', 'wrong'],
      ['q-g3', 'wrong'],
    ]);
  });

  it('wait for the end of the window where the keys do', async () => {
    await app.db.update(exams).set({ keysOpen: 'after_window' });
    await take(user, 40);
    await runExamJobs(app.deps);
    expect(await app.db.select().from(reviewCards)).toHaveLength(0);
    app.clock.advance(7 * 86_400_000);
    await runExamJobs(app.deps);
    expect(await app.db.select().from(reviewCards)).toHaveLength(2);
  });
});
