/** What cards of the review are made of besides their own rows. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { lessons } from '../../db/schema/catalog.ts';
import { type ExamSubjectRow, examAllowances, examSubjects, exams } from '../../db/schema/exam.ts';
import { reviewCardAttempts, reviewCards } from '../../db/schema/review.ts';

/** A subject with the name of its exam. */
export type Named = { subject: ExamSubjectRow; exam: string };

/** Subjects, each with the name of its exam. */
export function namedSubjects(db: Db, subjectIds: number[]): Promise<Named[]> {
  return db
    .select({ subject: examSubjects, exam: exams.name })
    .from(examSubjects)
    .innerJoin(exams, eq(exams.id, examSubjects.examId))
    .where(inArray(examSubjects.id, subjectIds));
}

/** A lesson that an explanation leads to. */
export type CardLesson = { id: number; name: string; course: number };

/** Lessons by their key in the pack; the same key may be asked for more than once. */
export async function lessonsByKey(db: Db, asked: readonly string[]): Promise<Map<string, CardLesson>> {
  const keys = new Set(asked);
  if (keys.size === 0) return new Map();
  const rows = await db
    .select({ key: lessons.key, id: lessons.id, name: lessons.name, course: lessons.courseId })
    .from(lessons)
    .where(inArray(lessons.key, [...keys]));
  return new Map(rows.map(({ key, ...lesson }) => [key, lesson]));
}

/** Who of these learners reads scripts instead of listening. */
export async function readersAmong(db: Db, users: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: examAllowances.userId })
    .from(examAllowances)
    .where(and(inArray(examAllowances.userId, [...users]), examAllowances.scriptInsteadOfAudio));
  return new Set(rows.map(({ id }) => id));
}

/** The exam and the subject that each card comes from, by the wire's names. */
export function originsOf(db: Db, cardIds: number[]) {
  return db
    .select({ id: reviewCards.id, exam_id: examSubjects.examId, subject_id: examSubjects.key })
    .from(reviewCards)
    .innerJoin(examSubjects, eq(examSubjects.id, reviewCards.subjectId))
    .where(inArray(reviewCards.id, cardIds));
}

/** The attempts that cards come from: a card of several attempts has several rows. */
export function attemptsOfCards(
  db: Db,
  cardIds: number[],
): Promise<(typeof reviewCardAttempts.$inferSelect)[]> {
  return db.select().from(reviewCardAttempts).where(inArray(reviewCardAttempts.cardId, cardIds));
}
