/** Numbers drawn from a seed: the same seed gives the same takers on every machine (exams.md 2.4). */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0 to `below`, without it. */
  int(below: number): number;
  /** Of the normal distribution with mean 0 and deviation 1. */
  normal(): number;
  /** A UUID (version 4 by its form). */
  uuid(): string;
};

/** Mulberry32: small, and good enough for people who do not exist. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    uuid: () => {
      const signs = Array.from({ length: 32 }, () => int(16).toString(16));
      signs[12] = '4';
      signs[16] = '89ab'[int(4)] ?? '8';
      const text = signs.join('');
      return [
        text.slice(0, 8),
        text.slice(8, 12),
        text.slice(12, 16),
        text.slice(16, 20),
        text.slice(20),
      ].join('-');
    },
  };
}
