/** Numbers that look like chance and are the same for the same seed. */
export type Random = {
  /** From 0 up to, without, 1. */
  next: () => number;
  /** A whole number from 0 up to, without, `end`. */
  below: (end: number) => number;
  /** True so often, 0 to 1. */
  chance: (share: number) => boolean;
  /** One of the entries, each as often as its weight says. */
  pick: <Value>(entries: readonly (readonly [weight: number, value: Value])[]) => Value;
};

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, good enough to mix plans. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    below: (end) => Math.floor(next() * end),
    chance: (share) => next() < share,
    pick: (entries) => {
      const whole = entries.reduce((sum, [weight]) => sum + weight, 0);
      let left = next() * whole;
      for (const [weight, value] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      const last = entries.at(-1);
      if (!last) throw new Error('Nothing to pick from.');
      return last[1];
    },
  };
}
