import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Db, queryRows, type Tx } from '../../db/client.ts';
import { examAttempts, examKeyRevisions } from '../../db/schema/exam.ts';
import { examRegrades, examScores } from '../../db/schema/examResult.ts';
import { cohortsOf, distributionRows, makeCohort } from '../../domain/examResult/cohort.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { correctedKey, previewRegrade, reviseKey } from '../../domain/examResult/regrade.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { type TestExam, testKey } from '../../testing/exam.ts';
import { openSatExam, report, type SatExam, spread, storeTakers, take } from '../../testing/satExam.ts';
import { testDbKind } from '../../testing/testDb.ts';

let sat: SatExam;
let app: TestApp;
let exam: TestExam;

/** A database in whose transactions something happens right before marks are stored. */
function pausing(db: Db, before: () => Promise<void>): Db {
  const over = <Target extends object>(target: Target, name: string, value: unknown): Target =>
    new Proxy(target, { get: (real, key) => (key === name ? value : Reflect.get(real, key, real)) });
  const inserting = (tx: Tx) => (table: typeof examScores) => {
    if (table !== examScores) return tx.insert(table);
    const values = (rows: (typeof examScores.$inferInsert)[]) => {
      const insert = tx.insert(examScores).values(rows);
      const onConflictDoUpdate = async (...set: Parameters<typeof insert.onConflictDoUpdate>) => {
        await before();
        return insert.onConflictDoUpdate(...set);
      };
      return { onConflictDoUpdate };
    };
    return { values };
  };
  const run = (work: (tx: Tx) => Promise<unknown>) =>
    db.transaction((tx) => work(over(tx, 'insert', inserting(tx))));
  return over(db, 'transaction', run);
}

beforeEach(async () => {
  sat = await openSatExam();
  ({ app, exam } = sat);
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
    await take(sat, 60);
    await storeTakers(sat, spread);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const before = (await report(sat)).subjects[0];
    const preview = await previewRegrade(app.db, subjectId(), correctedKey(testKey, after, 'fair'));
    expect(preview).toMatchObject({ n: 150, gain: 121, lose: 0 });
    expect(await revise('fair')).toBe(2);
    expect((await report(sat)).subjects[0]).toEqual(before);
    expect(await runRegrade(app.deps)).toBe(true);
    expect(await runRegrade(app.deps)).toBe(false);
    const body = await report(sat);
    expect(body.cohort).toMatchObject({ kind: 'regraded', version: 2 });
    expect(body.subjects[0]).toMatchObject({
      score: 100,
      regraded: { before: 60, after: 100, reason: '問2の正解を訂正' },
    });
    expect(body.versions.map(({ version, kind }) => `${version} ${kind}`)).toEqual([
      '2 regraded',
      '1 frozen',
    ]);
    expect((await report(sat, '?version=1')).subjects[0]).toMatchObject({
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
    await take(sat, 20);
    const voided = { ...testKey, groups: [{ ...g1, void: 'all_points' as const }, g2, g3] };
    await app.db.transaction((tx) =>
      reviseKey(tx, app.deps, subjectId(), { after: voided, policy: 'fair', reason: '出題ミス' }),
    );
    await runRegrade(app.deps);
    expect((await report(sat)).subjects[0]).toMatchObject({
      score: 60,
      regraded: { before: 20, reason: '出題ミス' },
    });
  });

  /** What a process is killed with after so many transactions. */
  function dyingAfter(transactions: number): TestApp['deps'] {
    let left = transactions;
    const db = new Proxy(app.db, {
      get(real, name) {
        if (name !== 'transaction') return Reflect.get(real, name, real);
        return (run: Parameters<typeof real.transaction>[0]) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return real.transaction(run);
        };
      },
    });
    return { ...app.deps, db };
  }

  it('row 72: killed before any of its steps, it ends all the same: one version, and everybody is told once', async () => {
    await take(sat, 60);
    await storeTakers(sat, spread.slice(0, 14));
    await makeCohort(app.deps, exam.exam, 'frozen');
    await revise('fair');
    // In each state one step longer than the time before: so every step is the one before which it is killed.
    const stateNow = async () => (await app.db.select().from(examRegrades))[0]?.state;
    let [kills, steps, state] = [0, 0, await stateNow()];
    while ((await runRegrade(dyingAfter(steps), 10).catch((error: Error) => error.message)) === 'killed') {
      kills += 1;
      const next = await stateNow();
      steps = next === state ? steps + 1 : 0;
      state = next;
      expect(kills).toBeLessThan(30);
    }
    expect(kills).toBeGreaterThan(6);
    const rows = await cohortsOf(app.db, exam.exam.id);
    expect(rows.map(({ version, kind }) => `${version} ${kind}`)).toEqual(['2 regraded', '1 frozen']);
    expect((await report(sat)).subjects[0]).toMatchObject({ score: 100, takers: 15 });
    const told = await queryRows<{ n: number }>(
      app.db,
      sql`select count(*)::int as n from notices where key like 'exam:%:regrade-2'`,
    );
    expect(told).toEqual([{ n: 1 }]);
    const [row] = await app.db.select().from(examRegrades);
    expect(row).toMatchObject({ state: 'done', changed: 15 });
  });

  it('marks whom the old key marked in the moment in which it took its place', async () => {
    await storeTakers(sat, spread.slice(0, 9));
    await revise('fair');
    // All of them, and the step in which it counts.
    await expect(runRegrade(dyingAfter(2))).rejects.toThrow('killed');
    expect(await app.db.select().from(examRegrades)).toMatchObject([{ state: 'counting' }]);
    const [late] = await app.db.select().from(examScores).where(eq(examScores.keyRevision, 2));
    const isLate = and(eq(examScores.attemptId, late?.attemptId ?? ''), eq(examScores.keyRevision, 2));
    await app.db.delete(examScores).where(isLate);
    await runRegrade(app.deps);
    expect(await app.db.select().from(examScores).where(isLate)).toHaveLength(1);
    const [cohort] = await cohortsOf(app.db, exam.exam.id);
    const rows = await distributionRows(app.db, cohort?.id ?? 0, 'subject', 'math');
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(9);
  });

  it('that ends while a version is made of the old one is in that version, too', async () => {
    await storeTakers(sat, spread);
    let isFirst = true;
    const overtaken = new Proxy(app.db, {
      get(db, name) {
        if (name !== 'transaction') return Reflect.get(db, name, db);
        return async (run: Parameters<typeof db.transaction>[0]) => {
          const isOvertaken = isFirst;
          isFirst = false;
          if (isOvertaken) {
            await revise('fair');
            await runRegrade(app.deps);
          }
          return db.transaction(run);
        };
      },
    });
    expect(await makeCohort({ ...app.deps, db: overtaken }, exam.exam, 'provisional')).toBe(2);
    const [newest, regraded] = await cohortsOf(app.db, exam.exam.id);
    expect(newest?.subjects).toEqual(regraded?.subjects);
    expect(newest?.subjects.math).toMatchObject({ keyRevision: 2 });
    const rows = (version = 0) => distributionRows(app.db, version, 'subject', 'math');
    expect(await rows(newest?.id)).toEqual(await rows(regraded?.id));
  });

  it('row 72: killed at 40 % readers see the old version whole; it goes on there, with the same end', async () => {
    await take(sat, 60);
    await storeTakers(sat, spread.slice(0, 99));
    await makeCohort(app.deps, exam.exam, 'provisional');
    const before = await report(sat);
    await revise('fair');
    await expect(runRegrade(dyingAfter(4), 10)).rejects.toThrow('killed');
    const marked = () => app.db.select().from(examScores).where(eq(examScores.keyRevision, 2));
    expect(await marked()).toHaveLength(40);
    expect(await report(sat)).toEqual(before);
    const second = await createTestApp({ besides: app });
    await Promise.all([runRegrade(app.deps, 10), runRegrade(second.deps, 10)]);
    expect(await marked()).toHaveLength(100);
    expect((await report(sat)).subjects[0]).toMatchObject({ score: 100, takers: 100 });
    const [row] = await app.db.select().from(examRegrades);
    expect(row).toMatchObject({ state: 'done', changed: 100 });
  });

  it('tells what the correction changed, not what own points or late answers did after it', async () => {
    const own = { ...testKey, groups: [{ ...g1, rule: 'self' as const }, g2, g3] };
    await app.db.update(examKeyRevisions).set({ key: own });
    const id = await take(sat, 60);
    // The preview tells the mean that will be shown: of who counts in the cohort.
    const counted = async () => (await previewRegrade(app.db, subjectId(), own)).n;
    expect(await counted()).toBe(0);
    const fixed = { ...own, groups: [own.groups[0] ?? g1, { ...g2, keys: { b: ['2'] } }, g3] };
    await app.db.transaction((tx) =>
      reviseKey(tx, app.deps, subjectId(), { after: fixed, policy: 'fair', reason: '問2の訂正' }),
    );
    await runRegrade(app.deps);
    await makeCohort(app.deps, exam.exam, 'provisional');
    const path = `/api/exam/mockexam/${exam.exam.id}/attempt/${id}/selfscore/`;
    const json = { question: 'g1', points: 7 };
    expect((await app.call('POST', path, { token: sat.user.token, json })).status).toBe(200);
    expect((await report(sat)).subjects[0]).toMatchObject({ score: 27, regraded: null });
    expect(await counted()).toBe(1);
    await app.db.update(examAttempts).set({ needsLook: true });
    expect(await counted()).toBe(0);
  });

  it.runIf(testDbKind === 'postgres')(
    'own points that are given while it marks the same attempt count by the new key, too',
    async () => {
      const own = { ...testKey, groups: [{ ...g1, rule: 'self' as const }, g2, g3] };
      await app.db.update(examKeyRevisions).set({ key: own });
      const id = await take(sat, 60);
      const fixed = { ...own, groups: [own.groups[0] ?? g1, { ...g2, keys: { b: ['2'] } }, g3] };
      await app.db.transaction((tx) =>
        reviseKey(tx, app.deps, subjectId(), { after: fixed, policy: 'fair', reason: '問2の訂正' }),
      );
      const path = `/api/exam/mockexam/${exam.exam.id}/attempt/${id}/selfscore/`;
      const json = { question: 'g1', points: 7 };
      const given: Promise<Response>[] = [];
      /** The points come after the answers were read, before their marks are stored. */
      const beforeStoring = async () => {
        if (given.length > 0) return;
        let isSettled = false;
        const call = app.call('POST', path, { token: sat.user.token, json });
        given.push(call.finally(() => (isSettled = true)));
        const waits = sql`select 1 from pg_locks where not granted`;
        while (!isSettled && (await queryRows(app.db, waits)).length === 0) await pause(5);
      };
      await runRegrade({ ...app.deps, db: pausing(app.db, beforeStoring) });
      expect((await given[0])?.status).toBe(200);
      const marks = await app.db.select().from(examScores).orderBy(examScores.keyRevision);
      expect(marks.map(({ keyRevision, total }) => [keyRevision, total])).toEqual([
        [1, 27],
        [2, 27],
      ]);
    },
  );

  it('is met by who hands in while it takes over', async () => {
    await revise('fair');
    await take(sat, 60);
    await runRegrade(app.deps);
    await runExamJobs(app.deps);
    expect((await report(sat)).subjects[0]?.score).toBe(100);
  });
});
