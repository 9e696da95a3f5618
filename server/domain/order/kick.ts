import type { Db } from '../../db/client.ts';

/** Listeners by database: two servers in one process (tests) do not wake each other. */
const listeners = new WeakMap<Db, Set<() => void>>();

/**
 * Tells the executor of this process, after the commit, that there is something to send: the buyer does not wait for
 * the next look. Only a hint; other processes look every second (money.md 4.20).
 */
export function kickMoney({ db }: { db: Db }): void {
  for (const listener of listeners.get(db) ?? []) listener();
}

/** Calls back at each kick; answers how to stop. */
export function onKick({ db }: { db: Db }, listener: () => void): () => void {
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(listener));
  return () => {
    all.delete(listener);
  };
}
