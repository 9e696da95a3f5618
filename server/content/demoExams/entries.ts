import { asc, eq } from 'drizzle-orm';
import type { EntryInput } from '#contracts/exam.ts';
import { type Verdict, verdictOf, verdicts } from '#contracts/examStatistics.ts';
import type { Tx } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/accounts.ts';
import { type ExamRow, examMethods, examSubjects } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { cancelEntry, changeEntry, putDesired } from '../../domain/exam/entry.ts';
import { type MethodFace, methodFaces } from '../../domain/exam/schools.ts';
import { attemptsOf } from '../../domain/exam/status.ts';
import { newestCohort } from '../../domain/examResult/cohort.ts';
import { subjectCohorts } from '../../domain/examResult/faculty.ts';
import { judge, missingFor, type OwnSubject } from '../../domain/examResult/judge.ts';
import { totalsOf } from '../../domain/examResult/totals.ts';

/** An account of the demo. */
export async function demoUser(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

type Entering = { user: UserRow; exam: ExamRow; subjects: string[] };

const environment: EntryInput = {
  section: 'environment_info',
  data: { device: 'computer', place: 'home', network: 'wifi', earphones: true, agree_rules: true },
};

/** A made-up school of the kind that somebody of this grade goes to. */
function schoolOf({ school, grade }: UserRow): string {
  return school?.name || (grade?.startsWith('j') ? '見本中学校' : '見本高等学校');
}

/** The first part of an entry: it stays in progress. */
export async function beginEntry(tx: Tx, deps: Deps, { user, exam, subjects }: Entering): Promise<void> {
  const data = {
    ...{ family_name: user.familyName, given_name: user.givenName },
    ...{ family_name_kana: user.familyNameKana, given_name_kana: user.givenNameKana },
    ...{ grade: user.grade ?? 'adult', school: schoolOf(user) },
  };
  await changeEntry(tx, deps, { userId: user.id, exam }, { section: 'basic_info', data, subjects });
}

/** All parts of an entry; schools are still open. */
export async function enter(tx: Tx, deps: Deps, entering: Entering): Promise<void> {
  const of = { userId: entering.user.id, exam: entering.exam };
  await beginEntry(tx, deps, entering);
  await changeEntry(tx, deps, of, { section: 'school_info', data: { is_undecided: true } });
  await changeEntry(tx, deps, of, environment);
}

/** An entry that was taken back. */
export async function enterAndCancel(tx: Tx, deps: Deps, entering: Entering): Promise<void> {
  await beginEntry(tx, deps, entering);
  await cancelEntry(tx, deps, { userId: entering.user.id, exam: entering.exam });
}

async function ownSubjects(tx: Tx, user: UserRow, exam: ExamRow, cohortId: number): Promise<OwnSubject[]> {
  const attempts = await attemptsOf(tx, user.id, [exam.id]);
  const totals = await totalsOf(
    tx,
    attempts.map(({ id }) => id),
  );
  const cohorts = await subjectCohorts(tx, cohortId);
  const subjects = await tx
    .select()
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0));
  return attempts.flatMap(({ id, subject }) => {
    const [score, face, cohort] = [
      totals.get(id)?.total,
      subjects.find(({ key }) => key === subject),
      cohorts.get(subject),
    ];
    if (score === undefined || !face || !cohort) return [];
    return [{ id: subject, name: face.name, score, full: face.points, cohort }];
  });
}

/** How far a difference lies from the border of its verdict, so that a correction of keys does not change it. */
function margin(difference: number): number {
  return Math.min(...[5, 2.5, 0, -2.5].map((step) => Math.abs(difference - step)));
}

/** One method for each verdict that the learner's scores lead to, and one for which a subject is missing. */
async function oneOfEach(tx: Tx, user: UserRow, exam: ExamRow): Promise<MethodFace[]> {
  const cohort = await newestCohort(tx, exam.id);
  if (!cohort) return [];
  const own = await ownSubjects(tx, user, exam, cohort.id);
  const ids = await tx.select({ id: examMethods.id }).from(examMethods).orderBy(asc(examMethods.id));
  const faces = await methodFaces(
    tx,
    ids.map(({ id }) => id),
  );
  const best = new Map<Verdict | 'missing', { face: MethodFace; margin: number }>();
  for (const face of faces.values()) {
    if (face.school.kind !== 'university' || !face.border) continue;
    const isMissing = missingFor(face.border, own, 'university').length > 0;
    const difference = isMissing
      ? 0
      : judge('university', face.border, own, { points: 0, full: 0 }).difference;
    const found = { face, margin: isMissing ? 1 : margin(difference) };
    const name = isMissing ? 'missing' : verdictOf(difference);
    if (found.margin > (best.get(name)?.margin ?? 0)) best.set(name, found);
  }
  return [...verdicts.toReversed(), 'missing' as const].flatMap((name) => best.get(name)?.face ?? []);
}

/** Names schools as 志望校 for which the learner gets each verdict once (exams.md 2.4). */
export async function wishForEach(tx: Tx, deps: Deps, user: UserRow, exam: ExamRow): Promise<void> {
  for (const [at, { id }] of (await oneOfEach(tx, user, exam)).entries())
    await putDesired(tx, deps, { userId: user.id, exam, rank: at + 1 }, { method: id });
}
