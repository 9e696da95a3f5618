import { createObservable } from '../observable/observable.ts';
import { useObservable } from '../observable/useObservable.ts';

/** How much of the learner's work the server does not have. */
export type OutboxCounts = { waiting: number; refused: number };

/** Counts while no learner's database is open. */
export const noCounts: OutboxCounts = { waiting: 0, refused: 0 };

/** Told by the member area whenever the queue changes. Holds no Dexie: the shell of every page reads it. */
export const outboxCounts = createObservable<OutboxCounts>(noCounts);

/** How many changes wait to be sent and how many were refused, live. */
export function useOutboxCounts(): OutboxCounts {
  return useObservable(outboxCounts);
}
