import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { reviewCardSchema } from '#contracts/review.ts';
import type { Db } from '../db/client.ts';
import { examSubjects } from '../db/schema/exam.ts';
import { type ReviewCardRow, reviewCardAttempts, reviewCards } from '../db/schema/review.ts';
import type { Deps } from '../deps.ts';
import { presentCards } from './review.ts';

type CardBody = z.input<typeof reviewCardSchema>;

/** Cards as `presentCards` has them, with the exam, the subject and the attempts that they came from. */
export async function presentCardsWithSources(
  db: Db,
  deps: Deps,
  rows: readonly ReviewCardRow[],
): Promise<CardBody[]> {
  if (rows.length === 0) return [];
  const bodies = await presentCards(db, deps, rows);
  const ids = rows.map(({ id }) => id);
  const sources = await db
    .select({ id: reviewCards.id, exam_id: examSubjects.examId, subject_id: examSubjects.key })
    .from(reviewCards)
    .innerJoin(examSubjects, eq(examSubjects.id, reviewCards.subjectId))
    .where(inArray(reviewCards.id, ids));
  const attempts = await db.select().from(reviewCardAttempts).where(inArray(reviewCardAttempts.cardId, ids));
  const sourceOf = new Map(sources.map(({ id, ...source }) => [id, source]));
  const attemptsOf = Map.groupBy(attempts, ({ cardId }) => cardId);
  return bodies.map((body) => ({
    ...body,
    ...sourceOf.get(Number(body.id)),
    attempts: (attemptsOf.get(Number(body.id)) ?? []).map(({ attemptId }) => attemptId),
  }));
}
