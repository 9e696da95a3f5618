import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../tests/seededRandom.ts';
import { queryRows } from '../../db/client.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { examCohorts, examDistributions } from '../../db/schema/examResult.ts';
import { makeCohort } from '../../domain/examResult/cohort.ts';
import { makeDueCohorts } from '../../domain/examResult/jobs.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import type { TestExam } from '../../testing/exam.ts';
import { openSatExam, report, type SatExam, spread, storeTakers, take } from '../../testing/satExam.ts';

let sat: SatExam;
let app: TestApp;
let exam: TestExam;

beforeEach(async () => {
  sat = await openSatExam();
  ({ app, exam } = sat);
});

describe('a cohort', () => {
  it('has one row a score, with those above, as the ranks of the database say', async () => {
    const random = seededRandom(7);
    await storeTakers(
      sat,
      Array.from({ length: 200 }, () => Math.floor(random() * 6) * 20),
    );
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
    await take(sat, 60);
    await storeTakers(sat, [20, 100, 100, 100]);
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
      const { subjects } = await report(sat);
      return subjects.find(({ id }) => id === 'math')?.takers;
    };
    expect(await count()).toBe(2);
    exam.exam.isSample = false;
    expect(await count()).toBe(1);
  });

  it('is made each hour, and frozen at the time of the report', async () => {
    await take(sat, 60);
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
    await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'provisional');
    await storeTakers(sat, [100, 100, 100]);
    const [one] = await Promise.all([report(sat), makeCohort(app.deps, exam.exam, 'provisional')]);
    const math = one.subjects.find(({ id }) => id === 'math');
    const scores = (n: number) => [...spread, 60, ...Array(n).fill(100)] as number[];
    const expected = math?.takers === 150 ? scores(0) : scores(3);
    expect(math?.takers).toBe(expected.length);
    expect(math?.average).toBe(
      Math.floor((expected.reduce((sum, x) => sum + x, 0) / expected.length) * 10 + 0.5) / 10,
    );
  });
});
