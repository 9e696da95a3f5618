/** The state that a learner wants a mark to have, and when they wanted it (epoch ms, server's clock). */
export type MarkIntent<Value extends boolean | number> = { value: Value; at: number };

/**
 * Days for which a removed mark is remembered (offline.md 5.6). Within this time a device that was offline cannot bring
 * the mark back. Later, its old change counts as a first one, because losing it would be worse.
 */
export const tombstoneDays = 90;

/**
 * Merges two intents about one bookmark, favorite or check: the later one wins, in whatever order they arrive
 * (offline.md 3.70, 5.6). "Off" is an intent like any other. Commutative, associative and idempotent, so every order of
 * delivery gives the same state. At the same millisecond the larger value wins (on, better known).
 */
export function laterIntent<Value extends boolean | number>(
  a: MarkIntent<Value>,
  b: MarkIntent<Value>,
): MarkIntent<Value> {
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return a.value >= b.value ? a : b;
}
