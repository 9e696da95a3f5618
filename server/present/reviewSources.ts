import type { z } from 'zod/mini';
import type { reviewCardSchema } from '#contracts/review.ts';
import type { Db } from '../db/client.ts';
import type { ReviewCardRow } from '../db/schema/review.ts';
import type { Deps } from '../deps.ts';
import { attemptsOfCards, originsOf } from '../domain/review/load.ts';
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
  const origins = await originsOf(db, ids);
  const attempts = await attemptsOfCards(db, ids);
  const sourceOf = new Map(origins.map(({ id, ...source }) => [id, source]));
  const attemptsOf = Map.groupBy(attempts, ({ cardId }) => cardId);
  return bodies.map((body) => ({
    ...body,
    ...sourceOf.get(Number(body.id)),
    attempts: (attemptsOf.get(Number(body.id)) ?? []).map(({ attemptId }) => attemptId),
  }));
}
