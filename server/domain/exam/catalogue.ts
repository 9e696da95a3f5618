import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import type { ExamKind } from '#contracts/examContent.ts';
import type { Db } from '../../db/client.ts';
import {
  type ExamRow,
  type ExamSubjectRow,
  examAttempts,
  examEntries,
  examSubjects,
  exams,
  examVersions,
} from '../../db/schema/exam.ts';
import { notFound } from '../../errors.ts';

/** Mock exams are entered; the others are open to every member. */
export const mockKinds = ['university', 'highschool'] as const satisfies readonly ExamKind[];

/**
 * The kind of an exam that members take. The entry exam is not one of them: it has its own endpoints, and is never
 * shown as an exam.
 */
export function memberKind({ kind }: Pick<ExamRow, 'kind'>): ExamKind {
  if (kind === 'entry') throw new Error('the entry exam is not an exam for members');
  return kind;
}

const columns = getTableColumns(examSubjects);

/** A subject as lists show it: everything but its content. */
export type SubjectFace = Omit<
  ExamSubjectRow,
  'layout' | 'answers' | 'pack' | 'answersPack' | 'packKey' | 'answersKey' | 'names'
>;

/** A withdrawn exam is still there for who has entered it or has an attempt. */
function isThereFor(db: Db, userId: number) {
  const entered = db
    .select({ one: sql`1` })
    .from(examEntries)
    .where(
      and(
        eq(examEntries.examId, exams.id),
        eq(examEntries.userId, userId),
        ne(examEntries.status, 'canceled'),
      ),
    );
  const begun = db
    .select({ one: sql`1` })
    .from(examAttempts)
    .where(and(eq(examAttempts.examId, exams.id), eq(examAttempts.userId, userId)));
  return or(isNull(exams.withdrawn), exists(entered), exists(begun));
}

/** An exam of these kinds that a member may see. 404 for everything else. */
export async function findExam(
  db: Db,
  kinds: readonly ExamKind[],
  { userId, id }: { userId: number; id: number },
): Promise<ExamRow> {
  const [row] = await db
    .select()
    .from(exams)
    .where(and(eq(exams.id, id), inArray(exams.kind, [...kinds]), isThereFor(db, userId)));
  if (!row || row.versionId === null) throw notFound('この試験は見つかりませんでした。');
  return row;
}

/** All exams of these kinds that a member may see, the next first. */
export async function allExams(db: Db, kinds: readonly ExamKind[], userId: number): Promise<ExamRow[]> {
  return db
    .select()
    .from(exams)
    .where(and(inArray(exams.kind, [...kinds]), isThereFor(db, userId)))
    .orderBy(desc(exams.examFrom), asc(exams.order), asc(exams.id));
}

/** Mock exams that are not over, the next first, as everybody may hear of them. */
export async function announcedMocks(db: Db, now: number): Promise<ExamRow[]> {
  return db
    .select()
    .from(exams)
    .where(
      and(
        inArray(exams.kind, [...mockKinds]),
        isNull(exams.withdrawn),
        isNotNull(exams.versionId),
        or(isNull(exams.examUntil), gt(exams.examUntil, new Date(now))),
      ),
    )
    .orderBy(asc(exams.examFrom), asc(exams.order), asc(exams.id));
}

/** The names of the subjects of versions, in their order. */
export async function subjectNames(
  db: Db,
  versionIds: readonly number[],
): Promise<Pick<ExamSubjectRow, 'versionId' | 'name'>[]> {
  if (versionIds.length === 0) return [];
  return db
    .select({ versionId: examSubjects.versionId, name: examSubjects.name })
    .from(examSubjects)
    .where(inArray(examSubjects.versionId, [...versionIds]))
    .orderBy(asc(examSubjects.order), asc(examSubjects.id));
}

/** The subjects of versions, in their order, without their content. */
export async function subjectsOf(db: Db, versionIds: readonly number[]): Promise<SubjectFace[]> {
  if (versionIds.length === 0) return [];
  const {
    layout: _1,
    answers: _2,
    pack: _3,
    answersPack: _4,
    packKey: _5,
    answersKey: _6,
    names: _7,
    ...face
  } = columns;
  return db
    .select(face)
    .from(examSubjects)
    .where(inArray(examSubjects.versionId, [...versionIds]))
    .orderBy(asc(examSubjects.order), asc(examSubjects.id));
}

/** The hashes by which the API names versions. */
export async function hashesOf(db: Db, versionIds: readonly number[]): Promise<Map<number, string>> {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .select({ id: examVersions.id, hash: examVersions.hash })
    .from(examVersions)
    .where(inArray(examVersions.id, [...versionIds]));
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}
