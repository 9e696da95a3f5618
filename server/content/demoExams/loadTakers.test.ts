import { and, eq, isNull, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report, ResultOverview, SubjectResult } from '#contracts/examResult.ts';
import { dayStart, isDue, replay } from '#shared/lib/review/replay.ts';
import { examAttempts, examEntries, examKeyRevisions, exams } from '../../db/schema/exam.ts';
import { examCohorts, examRegrades, examScores } from '../../db/schema/examResult.ts';
import { reviewCards, reviewLogs } from '../../db/schema/review.ts';
import { entryState } from '../../domain/exam/status.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { demoFolder, loadDemo } from '../demo.ts';
import { importPack } from '../importPack.ts';
import { openTakers, sampleTakers } from './cohort.ts';
import { demoUser } from './entries.ts';
import { loadExamTakers } from './loadTakers.ts';
import { sit } from './sit.ts';

/** Importing the whole demo takes seconds, minutes on a busy machine. */
const patient = 300_000;

describe('takers of the demo', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    await loadDemo(app.deps);
  }, patient);

  const exam = async (id: string) => {
    const [row] = await app.db
      .select()
      .from(exams)
      .where(eq(exams.key, `demo/${id}`));
    if (!row) throw new Error(id);
    return row;
  };
  const account = async (name: string) => {
    const user = await demoUser(app.db, `${name}@example.com`);
    if (!user) throw new Error(name);
    return user;
  };

  it.each([
    ['common-a', 'past', sampleTakers],
    ['common-b', 'open', openTakers],
  ])(
    'has a cohort of the exam %s, which is %s, without accounts, with spread scores',
    async (id, _, takers) => {
      const taken = await exam(id);
      const rows = await app.db
        .select({ subject: examAttempts.subject, total: examScores.total, full: examScores.full })
        .from(examAttempts)
        .innerJoin(examScores, and(eq(examScores.attemptId, examAttempts.id), eq(examScores.keyRevision, 1)))
        .where(and(eq(examAttempts.examId, taken.id), isNull(examAttempts.userId)));
      for (const [subject, count] of Object.entries(takers)) {
        const own = rows.filter((row) => row.subject === subject);
        const rates = own.map(({ total, full }) => (100 * total) / full);
        expect([subject, rates.length]).toEqual([subject, count]);
        const mean = rates.reduce((sum, rate) => sum + rate, 0) / count;
        expect(mean).toBeGreaterThan(40);
        expect(mean).toBeLessThan(75);
        expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(40);
      }
    },
  );

  it('has final numbers, then those after a correction by which somebody gained', async () => {
    const past = await exam('common-a');
    const kinds = await app.db.select().from(examCohorts).where(eq(examCohorts.examId, past.id));
    expect(kinds.map(({ kind }) => kind).slice(-2)).toEqual(['frozen', 'regraded']);
    const [regrade] = await app.db.select().from(examRegrades);
    expect(regrade).toMatchObject({ state: 'done', fromRevision: 1, toRevision: 2 });
    expect(regrade?.changed).toBeGreaterThan(100);
    const student = await account('student');
    const [attempt] = await app.db
      .select()
      .from(examAttempts)
      .where(and(eq(examAttempts.userId, student.id), eq(examAttempts.subject, 'english-r')));
    const own = await app.db
      .select()
      .from(examScores)
      .where(eq(examScores.attemptId, attempt?.id ?? ''));
    const [before, after] = [1, 2].map(
      (revision) => own.find((row) => row.keyRevision === revision)?.total ?? 0,
    );
    expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(0);
  });

  it('shows one verdict of each kind and one that cannot be told', async () => {
    const past = await exam('common-a');
    const { token } = await app.signIn(await account('student'));
    const answer = await app.call('GET', `/api/exam/mockexam/${past.id}/result/`, { token });
    const report = (await answer.json()) as {
      verdicts: { verdict: string | null; diff: number | null; missing: string[] }[];
    };
    const told = report.verdicts.map(({ verdict }) => verdict).sort();
    expect(told.filter((verdict) => verdict !== null)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(report.verdicts).toHaveLength(6);
  });

  it('has two results of the same subjects, so that a line leads from one 偏差値 to the next', async () => {
    const { token } = await app.signIn(await account('student'));
    const answer = await app.call('GET', '/api/exam/result/', { token });
    const overview = (await answer.json()) as ResultOverview;
    const mine = overview.exams.filter(({ kind }) => kind === 'university');
    const points = (id: string) =>
      mine.flatMap(({ subjects }) => subjects.find((subject) => subject.id === id)?.deviation ?? []);
    for (const id of ['english-r', 'math-1a']) {
      const [newer = 0, older = 0, ...more] = points(id);
      expect([id, more.length, newer === older]).toEqual([id, 0, false]);
      for (const value of [newer, older]) expect(value).toBeGreaterThan(30);
    }
    // A unit that both have is told once.
    const units = overview.weak_units.map(({ subject, id }) => `${subject} ${id}`);
    expect(new Set(units).size).toBe(units.length);
  });

  it('has entries in every state', async () => {
    const now = app.clock.now();
    const states = new Set<string>();
    for (const id of ['common-a', 'common-b', 'highschool-c', 'math-f']) {
      const row = await exam(id);
      for (const name of ['student', 'parent', 'adult', 'newcomer']) {
        const user = await account(name);
        const [entry] = await app.db
          .select()
          .from(examEntries)
          .where(and(eq(examEntries.userId, user.id), eq(examEntries.examId, row.id)));
        const attempts = await app.db
          .select()
          .from(examAttempts)
          .where(and(eq(examAttempts.userId, user.id), eq(examAttempts.examId, row.id)));
        states.add(entryState(row, entry ?? null, attempts, { isReported: id === 'common-a', now }));
      }
    }
    expect([...states].sort()).toEqual([
      'absent',
      'awaiting_payment',
      ...['canceled', 'entered', 'finished', 'in_progress', 'none', 'reported', 'taking'],
    ]);
  });

  it('has one attempt that ended by time with answers that came late, and one to be looked at', async () => {
    const adult = await account('adult');
    const rows = await app.db.select().from(examAttempts).where(eq(examAttempts.userId, adult.id));
    expect(rows.find(({ subject }) => subject === 'english-r')).toMatchObject({
      state: 'timed_out',
      endedBy: 'time',
      lateSync: true,
    });
    expect(rows.find(({ subject }) => subject === 'math-1a')).toMatchObject({
      state: 'submitted',
      chainOk: false,
      needsLook: true,
    });
  });

  it('has sixty cards that are due, reviewed over thirty days', async () => {
    const student = await account('student');
    const now = app.clock.now();
    const cards = await app.db.select().from(reviewCards).where(eq(reviewCards.userId, student.id));
    const logs = await app.db.select().from(reviewLogs).where(eq(reviewLogs.userId, student.id));
    const due = cards.filter((card) => {
      const own = logs.filter(({ cardId }) => cardId === card.id);
      return isDue(
        replay(
          own.map(({ id, rating, reviewedAt, undoes }) => ({ id, rating, at: reviewedAt.getTime(), undoes })),
        ),
        now,
      );
    });
    expect(due).toHaveLength(60);
    const first = Math.min(...logs.map(({ reviewedAt }) => reviewedAt.getTime()));
    expect((now - first) / 86_400_000).toBeGreaterThan(26);
    expect(logs.length).toBeGreaterThan(120);
  });

  it('leaves keys as they are when the same pack is imported again', async () => {
    const before = await app.db.select().from(examKeyRevisions);
    await importPack(app.deps, demoFolder, { mayDelete: true });
    const revisions = await app.db.select().from(examKeyRevisions);
    expect(revisions.map(({ subjectId, revision }) => [subjectId, revision]).sort()).toEqual(
      before.map(({ subjectId, revision }) => [subjectId, revision]).sort(),
    );
  }, 300_000);

  it('is made once', async () => {
    const before = await app.db.select({ id: examAttempts.id }).from(examAttempts);
    await loadExamTakers(app.deps);
    expect(await app.db.select({ id: examAttempts.id }).from(examAttempts)).toHaveLength(before.length);
  });

  // The last test: the learner takes what the others look at.
  it('gives who hands in the open exam 偏差値 at once, 判定 with the way up, and cards by the next morning', async () => {
    const open = await exam('common-b');
    const student = await account('student');
    const get = async <Body>(path: string): Promise<Body> => {
      // Each time: hours pass.
      const { token } = await app.signIn(student);
      const answer = await app.call('GET', `/api/exam/mockexam/${open.id}/result/${path}`, { token });
      return (await answer.json()) as Body;
    };
    const hands = async (subject: string, seed: number) => {
      const start = app.clock.now();
      app.clock.advance(30 * 60_000);
      const sitting = { userId: student.id, exam: open, subject, start, minutes: 30, ability: 0.1, seed };
      await app.db.transaction((tx) => sit(tx, app.deps, sitting));
    };

    await hands('japanese', 61);
    const first = await get<Report>('');
    expect(first).toMatchObject({ status: 'published', cohort: { kind: 'provisional' } });
    const [own] = first.subjects;
    expect(own).toMatchObject({ id: 'japanese', standing: 'shown', note: '' });
    expect(own?.deviation).toBeGreaterThan(30);
    expect(first.verdicts.length).toBeGreaterThan(0);
    const single = await get<SubjectResult>(`${own?.attempt}/`);
    expect(single.report?.deviation).toBe(own?.deviation);
    const times = single.questions.map(({ time_spent }) => time_spent ?? 0);
    const spent = times.reduce((sum, seconds) => sum + seconds, 0);
    expect([Math.min(...times) > 0, spent > 25 * 60, spent <= 30 * 60]).toEqual([true, true, true]);

    for (const [at, subject] of ['math-1a', 'english-r', 'english-l'].entries())
      await hands(subject, 62 + at);
    const { verdicts, totals, subjects } = await get<Report>('');
    expect(subjects.map(({ deviation }) => deviation !== null)).toEqual([true, true, true, true, false]);
    expect(verdicts.filter(({ missing }) => missing.length === 0).length).toBeGreaterThan(3);
    for (const { verdict, missing } of verdicts) expect(verdict !== null).toBe(missing.length === 0);
    const steps = verdicts.flatMap(({ next }) => next?.gains ?? []);
    expect(steps.some(({ name, points }) => name !== '' && points > 0)).toBe(true);
    expect(totals.find(({ id }) => id === 'three')?.deviation).toBeGreaterThan(30);

    app.clock.advance(dayStart(app.clock.now()) + 86_400_000 - app.clock.now());
    await runExamJobs(app.deps);
    const cards = await app.db
      .select()
      .from(reviewCards)
      .where(and(eq(reviewCards.userId, student.id), like(reviewCards.key, 'demo/common-b|japanese|%')));
    expect(cards.length).toBeGreaterThan(3);
    const shown = await get<SubjectResult>(`${own?.attempt}/`);
    expect(shown.answers).not.toBeNull();
    expect(shown.questions.flatMap(({ slots }) => slots).every(({ key }) => key !== null)).toBe(true);
  });
});
