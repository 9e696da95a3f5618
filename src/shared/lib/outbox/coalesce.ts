import type { OutboxEntry, OutboxRow } from '../db/outboxRow.ts';

/** What the outbox has to do to add a new change. */
export type Coalesced = {
  /** Entries that the new one makes unnecessary. */
  remove: number[];
  /** The change to add; `null`: nothing is left to send. */
  add: OutboxEntry | null;
  /** Position in the outbox to keep; `null`: at the end. */
  seq: number | null;
};

/** How a new change is merged with the entries of the same entity that are not being sent, oldest first. */
export type Combine = (pending: OutboxRow[], next: OutboxEntry) => Coalesced;

/** Whether the server may have this change, or one before it that it replaced: its answer can have been lost. */
export function mayHaveArrived({ state, tries, isUncertain = false }: OutboxRow): boolean {
  return state !== 'waiting' || tries > 0 || isUncertain;
}

/**
 * The rule for everything that is sent as its whole new state: the last intent wins, under a new key (a try whose
 * answer was lost may have used up the old key). If nothing of it was ever tried and the new state is the server's,
 * nothing is left to send (offline.md 3.66). Entries for another method or path stay.
 */
export const lastIntent: Combine = (pending, next) => {
  const replaced = pending.filter((row) => row.method === next.method && row.path === next.path);
  const neverTried = !replaced.some(mayHaveArrived);
  const remove = replaced.map((row) => row.seq);
  if (next.isServerState && replaced.length > 0 && neverTried) return { remove, add: null, seq: null };
  return { remove, add: next, seq: replaced[0]?.seq ?? null };
};
