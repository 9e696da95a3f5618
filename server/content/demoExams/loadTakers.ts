import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { AnswerKey } from '#contracts/examKey.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamRow, examAttempts, examKeyRevisions, examSubjects, exams } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { copyDesired } from '../../domain/exam/copyDesired.ts';
import { makeCohort, newestCohort } from '../../domain/examResult/cohort.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { reviseKey } from '../../domain/examResult/regrade.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { examKey } from '../exam/sealExams.ts';
import { formerTakers, openTakers, sampleTakers, storeCohort } from './cohort.ts';
import { beginEntry, demoUser, enter, enterAndCancel, wishForEach } from './entries.ts';
import { storeReviews } from './reviews.ts';
import { serverAt, sit } from './sit.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The question whose key was wrong at first, and the wrong key (exams.md 2.4: one regrade with delta). */
const corrected = {
  subject: 'english-r',
  question: 'ca-er-2-6',
  wrong: '2',
  reason:
    '第2問 問6の正解の登録に誤りがありました(②→①)。①を選んだ人にも、これまでどおり②を選んだ人にも点が入ります。',
} as const;

async function examNamed(tx: Tx, id: string): Promise<ExamRow> {
  const [row] = await tx
    .select()
    .from(exams)
    .where(eq(exams.key, examKey('demo', id)));
  if (!row) throw new Error(`no exam ${id} in the demo`);
  return row;
}

/** Whether the takers of a past exam are there already: they are made once. */
async function isLoaded(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.examId))
    .where(
      and(eq(exams.key, examKey('demo', id)), isNull(examAttempts.userId), isNotNull(examAttempts.startKey)),
    )
    .limit(1);
  return rows.length > 0;
}

/** Enters the key as it was before the correction; the database holds it until then. Answers the right key. */
async function enterWrongKey(tx: Tx, exam: ExamRow): Promise<{ subjectId: number; right: AnswerKey }> {
  const rows = await tx
    .select({ id: examSubjects.id, key: examSubjects.key, right: examKeyRevisions.key })
    .from(examSubjects)
    .innerJoin(
      examKeyRevisions,
      and(
        eq(examKeyRevisions.subjectId, examSubjects.id),
        eq(examKeyRevisions.revision, examSubjects.keyRevision),
      ),
    )
    .where(eq(examSubjects.versionId, exam.versionId ?? 0))
    .orderBy(asc(examSubjects.order));
  const found = rows.find(({ key }) => key === corrected.subject);
  if (!found) throw new Error(`no subject ${corrected.subject} in the sample exam`);
  const groups = found.right.groups.map((group) => {
    if (group.question !== corrected.question) return group;
    return {
      ...group,
      keys: Object.fromEntries(Object.keys(group.keys).map((slot) => [slot, [corrected.wrong]])),
    };
  });
  await tx
    .update(examKeyRevisions)
    .set({ key: { ...found.right, groups } })
    .where(eq(examKeyRevisions.subjectId, found.id));
  return { subjectId: found.id, right: found.right };
}

type Account = Awaited<ReturnType<typeof demoUser>>;
type Accounts = { student: Account; parent: Account; adult: Account };

/** Attempts of the demo accounts in the past exam: one result, one absence, one with late answers and a gap. */
async function pastSittings(deps: Deps, exam: ExamRow, right: AnswerKey, accounts: Accounts): Promise<void> {
  const { db } = deps;
  const { student, parent, adult } = accounts;
  const from = exam.examFrom?.getTime() ?? 0;
  const entering = serverAt(deps, from - 12 * day);
  const english = { exam, subject: corrected.subject, right };
  const math = { exam, subject: 'math-1a' };
  if (student) {
    await enter(db, entering, { user: student, exam, subjects: ['english-r', 'math-1a', 'japanese'] });
    const [userId, start] = [student.id, from + 2 * day];
    await sit(db, deps, { ...english, userId, start, minutes: 55, ability: 0.55, seed: 11 });
    await sit(db, deps, { ...math, userId, start: start + 2 * hour, minutes: 48, ability: 0.1, seed: 12 });
    const japanese = { exam, subject: 'japanese', minutes: 27, ability: 0.3, seed: 13 };
    await sit(db, deps, { ...japanese, userId, start: start + day });
  }
  if (parent) await enter(db, entering, { user: parent, exam, subjects: ['english-r'] });
  if (adult) {
    await enter(db, entering, { user: adult, exam, subjects: ['english-r', 'math-1a'] });
    const common = { userId: adult.id, minutes: 45, ability: 0.2 };
    await sit(db, deps, { ...english, ...common, start: from + 4 * day, seed: 21 }, 'late');
    await sit(db, deps, { ...math, ...common, start: from + 4 * day + 5 * hour, seed: 22 }, 'gap');
  }
}

/** The past exam: takers of the sample, those of the demo accounts, its final numbers, and a correction of a key. */
async function pastExam(deps: Deps, accounts: Accounts): Promise<void> {
  const { db } = deps;
  const exam = await examNamed(db, 'common-a');
  const [until, reported] = [exam.examUntil?.getTime(), exam.reportAt?.getTime()];
  if (!until || !reported) throw new Error('the past exam has no window');
  const { subjectId, right } = await enterWrongKey(db, exam);
  const rightKeys = new Map([[corrected.subject, right]]);
  await storeCohort(db, deps, exam, { takers: sampleTakers, seed: 20_270_601, right: rightKeys });
  await pastSittings(deps, exam, right, accounts);
  await runExamJobs(serverAt(deps, until - 2 * hour));
  await makeCohort(serverAt(deps, until - 2 * hour), exam, 'provisional');
  if (accounts.student) await wishForEach(db, serverAt(deps, until - hour), accounts.student, exam);
  await runExamJobs(serverAt(deps, until + hour));
  await makeCohort(serverAt(deps, reported), exam, 'frozen');
  const later = serverAt(deps, reported + 2 * day);
  await reviseKey(db, later, subjectId, { after: right, policy: 'fair', reason: corrected.reason });
  await runRegrade(later);
}

/** The short exam before that one: a second 偏差値 of the same subjects, so that a line can be drawn between them. */
async function formerExam(deps: Deps, student: Account): Promise<void> {
  const { db } = deps;
  const exam = await examNamed(db, 'pre-common');
  const from = exam.examFrom?.getTime();
  const [until, reported] = [exam.examUntil?.getTime(), exam.reportAt?.getTime()];
  if (!from || !until || !reported) throw new Error('the exam before has no window');
  await storeCohort(db, deps, exam, { takers: formerTakers, seed: 20_270_201, right: new Map() });
  if (student) {
    const entering = serverAt(deps, from - 12 * day);
    await enter(db, entering, { user: student, exam, subjects: ['english-r', 'math-1a'] });
    const common = { exam, userId: student.id, minutes: 18 };
    const start = from + 3 * day;
    await sit(db, deps, { ...common, subject: 'english-r', start, ability: 0, seed: 51 });
    await sit(db, deps, { ...common, subject: 'math-1a', start: start + hour, ability: 0.4, seed: 52 });
  }
  await runExamJobs(serverAt(deps, until + hour));
  await makeCohort(serverAt(deps, reported), exam, 'frozen');
}

/** The open exams: one that is entered, one half way, one finished, one begun, one taken back, one that waits for its fee. */
async function openExams(deps: Deps, { student, parent, adult }: Accounts): Promise<void> {
  const { db } = deps;
  const open = await examNamed(db, 'common-b');
  const school = await examNamed(db, 'highschool-c');
  const all = ['japanese', 'math-1a', 'english-r', 'english-l', 'info'];
  const entering = serverAt(deps, (open.entryFrom?.getTime() ?? 0) + day);
  const from = open.examFrom?.getTime() ?? 0;
  const info = { exam: open, subject: 'info', minutes: 50 };
  if (student) {
    await enter(db, entering, { user: student, exam: open, subjects: all });
    await copyDesired(db, entering, { userId: student.id, exam: open });
  }
  if (adult) {
    await enter(db, entering, { user: adult, exam: open, subjects: all });
    await sit(db, deps, { ...info, userId: adult.id, start: from + hour, ability: 0.8, seed: 31 });
  }
  if (parent) {
    await enter(db, entering, { user: parent, exam: open, subjects: ['info'] });
    await sit(db, deps, { ...info, userId: parent.id, start: from + 2 * hour, ability: -0.3, seed: 32 });
  }
  const before = serverAt(deps, (school.entryFrom?.getTime() ?? 0) + day);
  const subjects = ['japanese', 'math', 'english', 'science', 'social'];
  if (parent) await beginEntry(db, before, { user: parent, exam: school, subjects });
  if (adult) await enterAndCancel(db, before, { user: adult, exam: school, subjects });
  const paid = await examNamed(db, 'math-f');
  const soon = serverAt(deps, (paid.entryFrom?.getTime() ?? 0) + day);
  if (adult) await enter(db, soon, { user: adult, exam: paid, subjects: ['math'] });
}

/**
 * Takers of the open exam, and its numbers so far: who hands in a subject is told a 偏差値 and, with the subjects of a
 * 志望校, a 判定 at once. A demo from before they were made gets them, unless its exam is over.
 */
async function openCohort(deps: Deps): Promise<void> {
  const open = await examNamed(deps.db, 'common-b');
  const newest = await newestCohort(deps.db, open.id);
  if (newest !== null && newest.kind !== 'provisional') return;
  await storeCohort(deps.db, deps, open, { takers: openTakers, seed: 20_270_901, right: new Map() });
  await makeCohort(deps, open, 'provisional');
}

/** English test and diagnosis of one learner: each done once, with cards of what went wrong. */
async function tests(deps: Deps, student: NonNullable<Account>): Promise<void> {
  const now = deps.clock.now();
  const english = await examNamed(deps.db, 'english-d');
  const diagnosis = await examNamed(deps.db, 'diagnosis-k');
  const common = { userId: student.id, ability: 0.2 };
  const [first, second] = [now - 10 * day, now - 9 * day];
  await sit(deps.db, deps, {
    ...common,
    exam: english,
    subject: 'english',
    start: first,
    minutes: 38,
    seed: 41,
  });
  await runExamJobs(serverAt(deps, first + hour));
  await sit(deps.db, deps, {
    ...common,
    exam: diagnosis,
    subject: 'math',
    start: second,
    minutes: 22,
    seed: 42,
  });
  await runExamJobs(serverAt(deps, second + hour));
}

/**
 * Loads the takers of the demo's exams (exams.md 2.4): the cohort of the past exam, drawn from a seed, and the entries
 * and results of the demo accounts in every state, with thirty days of reviews. They are made once, in one transaction,
 * by the functions that routes call. A demo from before the short exam gets the takers of that exam, and one from before
 * the open exam had a sample gets that sample.
 */
export async function loadExamTakers(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const inside = { ...deps, db: tx };
    const accounts = {
      student: await demoUser(tx, 'student@example.com'),
      parent: await demoUser(tx, 'parent@example.com'),
      adult: await demoUser(tx, 'adult@example.com'),
    };
    const isNew = !(await isLoaded(tx, 'common-a'));
    if (isNew) {
      await pastExam(inside, accounts);
      await openExams(inside, accounts);
      if (accounts.student) await tests(inside, accounts.student);
    }
    if (!(await isLoaded(tx, 'pre-common'))) await formerExam(inside, accounts.student);
    if (isNew && accounts.student) await storeReviews(tx, inside, accounts.student.id);
    if (isNew) await runExamJobs(inside);
    // After the marks of the demo accounts, which count among the others.
    if (!(await isLoaded(tx, 'common-b'))) await openCohort(inside);
  });
}
