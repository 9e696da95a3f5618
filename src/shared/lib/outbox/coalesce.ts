import type { OutboxEntry, OutboxRow } from './row.ts';

/** What the queue has to do to take in a new change. */
export type Coalesced = {
  /** Entries the new one makes pointless. */
  remove: number[];
  /** The change to add; `null`: nothing is left to send. */
  add: OutboxEntry | null;
  /** Place in the queue to keep; `null`: at the end. */
  seq: number | null;
};

/** How a new change meets the entries of the same entity that are not on their way, oldest first. */
export type Combine = (pending: OutboxRow[], next: OutboxEntry) => Coalesced;

/**
 * The rule for everything that is sent as its whole new state: the last intent wins, under a new key (the old key may
 * have been used up by a try whose answer was lost). An entry that was never tried and would only restore what the
 * server has vanishes without a trace (offline.md 3.66). Entries another method or path is meant for stay.
 */
export const lastIntent: Combine = (pending, next) => {
  const replaced = pending.filter((row) => row.method === next.method && row.path === next.path);
  const neverTried = replaced.every((row) => row.tries === 0 && row.state === 'waiting');
  const remove = replaced.map((row) => row.seq);
  if (next.isServerState && replaced.length > 0 && neverTried) return { remove, add: null, seq: null };
  return { remove, add: next, seq: replaced[0]?.seq ?? null };
};
