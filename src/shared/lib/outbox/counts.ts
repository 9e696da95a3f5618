import { createObservable } from '../observable/observable.ts';
import { useObservable } from '../observable/useObservable.ts';

/** Number of the learner's changes that the server does not have. */
export type OutboxCounts = { waiting: number; refused: number };

/** Counts while no learner's database is open. */
export const noCounts: OutboxCounts = { waiting: 0, refused: 0 };

/**
 * Set by the member area whenever the outbox changes. Does not import Dexie, because the shell of every page reads it.
 */
export const outboxCounts = createObservable<OutboxCounts>(noCounts);

/** How many changes wait to be sent and how many were refused, live. */
export function useOutboxCounts(): OutboxCounts {
  return useObservable(outboxCounts);
}
