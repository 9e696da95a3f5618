import { gt, isNull, or } from 'drizzle-orm';
import { watchHistories } from '../../db/schema/learning.ts';

/** Histories that the learner has not deleted, or has watched again since. */
export const isAlive = or(
  isNull(watchHistories.clearedAt),
  gt(watchHistories.watchedAt, watchHistories.clearedAt),
);
