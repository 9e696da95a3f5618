import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { cohortOf, meanOf, type ScoreCount, sdOf } from '#contracts/examStatistics.ts';
import { seededRandom } from '../../../tests/seededRandom.ts';
import { queryRows } from '../../db/client.ts';
import { packs } from '../../db/schema/catalog.ts';
import { examBorders, examFaculties, examMethods, examSchools } from '../../db/schema/exam.ts';
import type { ItemRate } from '../../db/schema/examResult.ts';
import { distributionRows, makeCohort, newestCohort } from '../../domain/examResult/cohort.ts';
import { placeOf } from '../../domain/examResult/report.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { storeExam, type TestExam } from '../../testing/exam.ts';

/**
 * The statistics of an exam against a plain computation from every single score, for random cohorts (exams.md 5). What is
 * expected is computed in this file alone: floating point in two passes, or whole numbers, never from counts by score.
 */

const isLong = Number(process.env.PROPERTY_CASES ?? 200) >= 2000;
const subjects = ['math', 'english', 'science'] as const;
type Subject = (typeof subjects)[number];
/** The points of each group of the test's key: 40, 40 and 20. */
const groupFulls = [40, 40, 20];
const totals: { id: string; name: string; subjects: Subject[] }[] = [
  { id: 'all', name: '全科目', subjects: ['math', 'english', 'science'] },
  { id: 'two', name: '二科目', subjects: ['math', 'science'] },
];
/** Subjects of the one way into a faculty, with their weights. */
const weights = [
  { id: 'math', weight: 200 },
  { id: 'english', weight: 50 },
] as const;

/** Why an attempt is not in the cohort, though it has marks. */
const leftOut = ['practice', 'void', 'running', 'needs_look', 'pending', 'second'] as const;
type Sitting = {
  person: number;
  subject: Subject;
  /** Of each group; -2: not chosen. */
  points: number[];
  total: number;
  fate: 'counts' | (typeof leftOut)[number];
};
/** Number 0 is the first. `account`: `null` for a taker from a seed. */
type Person = { account: 'learner' | 'staff' | null };
type Hall = { isSample: boolean; persons: Person[]; sittings: Sitting[] };

/** How scores are spread: anything, few different ones, all the same, or one that stands alone. */
const shapes = ['any', 'ties', 'equal', 'one'] as const;

function hallOf(random: () => number, size: number): Hall {
  const oneOf = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const absence = oneOf([0, 0, 0.1, 0.5]);
  const odd = oneOf([0, 0.05]);
  const shapeOf = new Map(subjects.map((subject) => [subject, oneOf(shapes)]));
  // Now and then nobody sits a subject at all.
  const empty = random() < 0.1 ? oneOf(subjects) : null;
  const persons = Array.from({ length: size }, (): Person => {
    if (random() < odd) return { account: 'staff' };
    return { account: random() < 0.7 ? 'learner' : null };
  });
  const pointsFor = (subject: Subject, person: number): number[] => {
    const shape = shapeOf.get(subject);
    if (shape === 'equal') return [40, 0, 10];
    if (shape === 'one') return person === 0 ? [40, 40, 20] : [0, 0, 5];
    const points = groupFulls.map((full) => (shape === 'ties' ? full * upTo(1) : upTo(full)));
    return random() < 0.1 ? [...points.slice(0, 2), -2] : points;
  };
  const sittings = persons.flatMap((_, person) =>
    subjects.flatMap((subject): Sitting[] => {
      if (subject === empty || random() < absence) return [];
      const sitting = (fate: Sitting['fate']): Sitting => {
        const points = pointsFor(subject, person);
        const total = points.reduce((sum, one) => sum + Math.max(0, one), 0);
        return { person, subject, points, total, fate };
      };
      // A practice or a void attempt may stand beside one that counts; any other stands alone.
      if (random() >= odd) return [sitting('counts')];
      const fate = oneOf(leftOut);
      const isBeside = fate === 'practice' || fate === 'void';
      return isBeside && random() < 0.5 ? [sitting('counts'), sitting(fate)] : [sitting(fate)];
    }),
  );
  return { isSample: random() < 0.7, persons, sittings };
}

let app: TestApp;
let exam: TestExam;
let methodId: number;
/** Accounts of the persons, learners and staff; made once for the largest hall. */
let accounts: { learner: number[]; staff: number[] };

const edges = [1, 2, 29, 30, 99, 100];
const sizes = (() => {
  const random = seededRandom(41);
  const some = (count: number, most: number) =>
    Array.from({ length: count }, () => 1 + Math.floor(random() * most));
  return isLong ? [...edges, ...some(40, 400), ...some(20, 5_000), 5_000] : [...edges, ...some(4, 400)];
})();

beforeAll(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps, { subjects: [...subjects], exam: { totals } });
  const most = Math.max(...sizes);
  const rows = await queryRows<{ id: number; scope: string[] }>(
    app.db,
    sql`
      insert into users (email, password_hash, scope)
      select scope || n || '@example.com', '', jsonb_build_array(scope)
      from generate_series(1, ${most}::int) n, unnest(array['member', 'staff']) scope returning id, users.scope`,
  );
  const withScope = (scope: string) => rows.filter((row) => row.scope[0] === scope).map(({ id }) => id);
  accounts = { learner: withScope('member'), staff: withScope('staff') };
  await app.db
    .insert(packs)
    .values({ key: 'mock', name: '', license: '', credits: [], fingerprint: '', imported: new Date(0) })
    .onConflictDoNothing();
  const [school] = await app.db
    .insert(examSchools)
    .values({ code: 'u1', pack: 'mock', kind: 'university', name: '見本大学' })
    .returning();
  const [faculty] = await app.db
    .insert(examFaculties)
    .values({ schoolId: school?.id ?? 0, code: 'f1', name: '理学部' })
    .returning();
  const [method] = await app.db
    .insert(examMethods)
    .values({ facultyId: faculty?.id ?? 0, name: '前期' })
    .returning();
  methodId = method?.id ?? 0;
  await app.db.insert(examBorders).values({ methodId, year: 2027, border: 55, subjects: [...weights] });
  const now = new Date(app.clock.now()).toISOString();
  await app.db.execute(sql`
    with entries as (
      insert into exam_entries (user_id, exam_id, status, created, modified)
      select id, ${exam.exam.id}, 'entered', ${now}::timestamptz, ${now}::timestamptz from users returning id)
    insert into entry_desired (entry_id, rank, method_id) select id, 1, ${methodId} from entries`);
});

beforeEach(async () => {
  await app.db.execute(sql`delete from exam_attempts`);
  await app.db.execute(sql`delete from exam_cohorts`);
});

const accountOf = ({ account }: Person, person: number): number | null =>
  account === null ? null : (accounts[account][person] ?? null);

/** Stores attempts with their marks, as one value: a statement has room for a limited number of them. */
async function store({ persons, sittings }: Hall): Promise<void> {
  const rows = sittings.map(({ person, subject, points, total, fate }) => ({
    ...{ id: randomUUID(), subject, points, total, start_key: `taker-${person}` },
    user_id: accountOf(persons[person] as Person, person),
    subject_id: exam.subjectIds[subject],
    kind: fate === 'practice' ? 'practice' : 'real',
    round: fate === 'second' ? 2 : 1,
    state: fate === 'void' || fate === 'running' ? fate : person % 2 === 0 ? 'submitted' : 'timed_out',
    needs_look: fate === 'needs_look',
    pending: fate === 'pending' ? 1 : 0,
  }));
  const now = new Date(app.clock.now()).toISOString();
  for (let from = 0; from < rows.length; from += 3_000) {
    const json = JSON.stringify(rows.slice(from, from + 3_000));
    await app.db.execute(sql`
      insert into exam_attempts (id, user_id, exam_id, subject_id, subject, kind, round, state, started_at,
        base_deadline, deadline, lease_seen_at, start_key, needs_look, created)
      select id, user_id, ${exam.exam.id}, subject_id, subject, kind, round, state, t.at, t.at, t.at, t.at, start_key,
        needs_look, t.at
      from jsonb_to_recordset(${json}::jsonb) r(id uuid, user_id int, subject_id int, subject text, kind text,
        round int, state text, start_key text, needs_look boolean), (select ${now}::timestamptz as at) t`);
    await app.db.execute(sql`
      insert into exam_scores (attempt_id, key_revision, subject_id, points, total, "full", pending, made)
      select id, 1, subject_id, array(select jsonb_array_elements_text(points)::smallint), total, 100, pending,
        ${now}::timestamptz
      from jsonb_to_recordset(${json}::jsonb) r(id uuid, subject_id int, points jsonb, total int, pending int)`);
  }
}

/** Sums from the smallest to the largest, so that the order of the scores is no part of the result. */
const sum = (list: readonly number[]) =>
  [...list].sort((one, other) => one - other).reduce((a, b) => a + b, 0);
const mean = (list: readonly number[]) => sum(list) / list.length;
const spreadOf = (list: readonly number[]) => {
  const middle = mean(list);
  return Math.sqrt(mean(list.map((one) => (one - middle) ** 2)));
};
const isAllEqual = (list: readonly number[]) => new Set(list).size < 2;

/** The correlation of two lists; `null`: one of them has no spread. */
function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
  if (isAllEqual(xs) || isAllEqual(ys)) return null;
  const [middleX, middleY] = [mean(xs), mean(ys)];
  return mean(pairs.map(([x, y]) => (x - middleX) * (y - middleY))) / (spreadOf(xs) * spreadOf(ys));
}

/** x·|x|: the order of two numbers is that of their signed squares, which need no root. */
const signedSquare = (x: bigint) => (x < 0n ? -x * x : x * x);

/**
 * Whether a 偏差値 in tenths is the exact one, 50 + 10·(n·x − S1)/√(n·S2 − S1²), with halves up: it is at least half a
 * tenth below, and less than half a tenth above. In whole numbers, so no rounding of this test is in it.
 */
function isDeviation(tenths: number, score: number, scores: readonly number[]): boolean {
  const n = BigInt(scores.length);
  const s1 = scores.reduce((all, one) => all + BigInt(one), 0n);
  const s2 = scores.reduce((all, one) => all + BigInt(one) * BigInt(one), 0n);
  const variance = n * s2 - s1 * s1;
  const scaled = signedSquare(200n * (n * BigInt(score) - s1));
  const from = signedSquare(BigInt(2 * (tenths - 500) - 1)) * variance;
  const to = signedSquare(BigInt(2 * (tenths - 500) + 1)) * variance;
  return from <= scaled && scaled < to;
}

/** What is looked up for each score that somebody has, and for those that nobody has, against all scores. */
function expectPlaces(rows: readonly ScoreCount[], scores: readonly number[], full: number): void {
  const n = scores.length;
  const wanted = [...new Set(scores)].sort((one, other) => other - one);
  const above = (score: number) => scores.filter((other) => other > score).length;
  expect(rows).toEqual(
    wanted.map((score) => ({
      ...{ score, above: above(score) },
      count: scores.filter((other) => other === score).length,
    })),
  );
  const cohort = cohortOf(rows);
  expect(cohort.n).toBe(n);
  if (n === 0) {
    expect(placeOf(0, full, rows)).toMatchObject({ average: null, deviation: null, rank: null });
    return;
  }
  // The verdict is made of these two.
  expect(meanOf(cohort)).toBeCloseTo(mean(scores), 9);
  expect(sdOf(cohort)).toBeCloseTo(spreadOf(scores), 9);
  const standing = n < 30 || isAllEqual(scores) ? 'none' : n < 100 ? 'reference' : 'shown';
  const all = { full, standing, takers: n, average: Math.round((10 * sum(scores)) / n) / 10 };
  for (const score of new Set([...wanted, 0, full])) {
    const { deviation, ...told } = placeOf(score, full, rows);
    const rank = 1 + above(score);
    const isTold = standing !== 'none';
    // Who is behind all that are counted is one of them, too: nobody is 121st of 120.
    const of = isTold ? Math.max(n, rank) : n;
    expect(told).toEqual({
      ...{ ...all, takers: of, score, rank: isTold ? rank : null },
      top_percent: isTold ? Math.ceil((100 * rank) / of) : null,
    });
    if (!isTold) expect(deviation).toBeNull();
    else
      expect([score, deviation, isDeviation(Math.round((deviation ?? 0) * 10), score, scores)]).toEqual([
        ...[score, deviation],
        true,
      ]);
  }
}

function expectItems(items: readonly ItemRate[], counted: readonly Sitting[]): void {
  expect(items).toHaveLength(groupFulls.length);
  for (const [at, full] of groupFulls.entries()) {
    const chosen = counted.filter(({ points }) => (points[at] ?? -2) >= 0);
    const pairs = chosen.map(({ points, total }) => [points[at] ?? 0, total - (points[at] ?? 0)] as const);
    const item = items[at];
    expect([item?.n, item?.right]).toEqual([
      ...[chosen.length, chosen.filter(({ points }) => points[at] === full).length],
    ]);
    const expected = correlation(pairs);
    if (expected === null) expect(item?.correlation).toBeNull();
    else expect(item?.correlation).toBeCloseTo(expected, 6);
  }
}

it.each(sizes.map((size, at) => ({ size, seed: at + 1 })))(
  'the statistics of $size takers, seed $seed, are those of a plain computation',
  async ({ size, seed }) => {
    const hall = hallOf(seededRandom(seed), size);
    await store(hall);
    const row = { ...exam.exam, isSample: hall.isSample };
    await makeCohort(app.deps, row, 'provisional');
    const cohort = await newestCohort(app.db, row.id);
    const counted = hall.sittings.filter(({ fate, person }) => {
      const { account } = hall.persons[person] as Person;
      return fate === 'counts' && account !== 'staff' && (account !== null || hall.isSample);
    });
    const scoresOf = new Map(
      subjects.map((subject) => [subject, counted.filter((one) => one.subject === subject)]),
    );
    for (const subject of subjects) {
      const own = scoresOf.get(subject) ?? [];
      const rows = await distributionRows(app.db, cohort?.id ?? 0, 'subject', subject);
      expectPlaces(
        rows,
        own.map(({ total }) => total),
        100,
      );
      expectItems(cohort?.subjects[subject]?.items ?? [], own);
    }

    const marks = new Map<number, Partial<Record<Subject, number>>>();
    for (const { person, subject, total } of counted)
      marks.set(person, { ...marks.get(person), [subject]: total });
    for (const { id, subjects: needed } of totals) {
      // Who was absent in one of them has no total: absent is not 0.
      const sums = [...marks.values()].flatMap((own) => {
        const found = needed.flatMap((subject) => own[subject] ?? []);
        return found.length === needed.length ? [found.reduce((all, one) => all + one, 0)] : [];
      });
      const rows = await distributionRows(app.db, cohort?.id ?? 0, 'total', id);
      expectPlaces(rows, sums, needed.length * 100);
    }

    // 判定用: of those with an account who have both subjects, where both have a 偏差値.
    const parts = weights.map(({ id, weight }) => {
      const scores = (scoresOf.get(id) ?? []).map(({ total }) => total);
      return {
        id,
        weight,
        middle: mean(scores),
        sd: spreadOf(scores),
        isTold: scores.length >= 30 && !isAllEqual(scores),
      };
    });
    const judged = new Map<number, number>();
    for (const [person, own] of marks) {
      const isApplicant = hall.persons[person]?.account === 'learner';
      if (!isApplicant || parts.some(({ id, isTold }) => !isTold || own[id] === undefined)) continue;
      const weighed = parts.map(
        ({ id, weight, middle, sd }) => weight * (50 + (10 * ((own[id] ?? 0) - middle)) / sd),
      );
      const value = sum(weighed) / sum(parts.map(({ weight }) => weight));
      // To millionths first: what is a half but for the last bits is a half.
      const tenths = Math.round(Number((10 * value).toFixed(6)));
      judged.set(tenths, (judged.get(tenths) ?? 0) + 1);
    }
    const ranked = await distributionRows(app.db, cohort?.id ?? 0, 'faculty', String(methodId));
    expect(new Map(ranked.map(({ score, count }) => [score, count]))).toEqual(judged);
    for (const { score, above } of ranked)
      expect(above).toBe(
        [...judged].filter(([other]) => other > score).reduce((all, [, count]) => all + count, 0),
      );
  },
);
