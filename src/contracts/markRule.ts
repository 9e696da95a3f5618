/** What a learner wants a mark to be: the whole new state, and when they wanted it (epoch ms, server's clock). */
export type MarkIntent<Value extends boolean | number> = { value: Value; at: number };

/**
 * Days for which a mark that was taken off is remembered (offline.md 5.6). A device that was away for less cannot bring
 * it back; after that a change from before it counts like a first one, because losing it would be worse.
 */
export const tombstoneDays = 90;

/**
 * How two intents about one bookmark, favorite or check become one: the later one counts, whichever arrives last
 * (offline.md 3.70, 5.6). Off is an intent like any other. Commutative, associative and idempotent, so that every
 * order of delivery ends in the same state; of two in the same millisecond the larger value counts (on, better known).
 */
export function laterIntent<Value extends boolean | number>(
  a: MarkIntent<Value>,
  b: MarkIntent<Value>,
): MarkIntent<Value> {
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return a.value >= b.value ? a : b;
}
