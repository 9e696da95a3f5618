import { Refused, refusals, wholePoints } from './refusal.ts';

/** An answer with the share of the points that it gets, per cent (Moodle's `fraction`, GIFT's `%50%`). */
export type Weighed<Value> = { value: Value; fraction: number };

/** Scores one question by the shares of its answers: a whole share is the key, smaller shares become `accept`. */
export function singleByFraction<Value>(
  answers: readonly Weighed<Value>[],
  points: number,
): { keys: Value[]; accept: { key: Value; points: number }[] } {
  if (answers.some(({ fraction }) => fraction < 0)) throw new Refused(refusals.negative);
  const keys = answers.filter(({ fraction }) => fraction >= 99.99).map(({ value }) => value);
  if (keys.length === 0) throw new Refused(refusals.noKey);
  const accept = answers
    .filter(({ fraction }) => fraction > 0 && fraction < 99.99)
    .map(({ value, fraction }) => ({ key: value, points: wholePoints((points * fraction) / 100) }));
  return { keys, accept };
}

/**
 * Scores a number by the shares of its answers. Our format has one tolerance for all of them; different ones throw
 * `Refused`.
 */
export function numberByFraction(
  answers: readonly (Weighed<number> & { tolerance: number })[],
  points: number,
) {
  const tolerances = new Set(answers.map(({ tolerance }) => tolerance));
  if (tolerances.size > 1) throw new Refused(refusals.scoring('tolerance'));
  const { keys, accept } = singleByFraction(answers, points);
  const [tolerance = 0] = tolerances;
  return {
    ...{ key: keys, points },
    ...(tolerance > 0 ? { tolerance } : {}),
    ...(accept.length > 0 ? { accept } : {}),
  };
}

/**
 * Scores a choice of several by the shares of its options (exams.md 2.3). Right options all count the same. A wrong one
 * costs nothing, or as much as a right one gives. `isFree`: the source takes nothing off for a wrong one.
 */
export function multiByFraction(fractions: readonly number[]): { key: number[]; isFree: boolean } {
  const right = fractions.filter((fraction) => fraction > 0);
  const wrong = fractions.filter((fraction) => fraction <= 0);
  if (right.length === 0) throw new Refused(refusals.noKey);
  const share = 100 / right.length;
  const near = (one: number, other: number) => Math.abs(one - other) < 0.02;
  const isFree = wrong.length > 0 && wrong.every((fraction) => fraction === 0);
  const isEven = right.every((fraction) => near(fraction, share));
  const isMinus = wrong.every((fraction) => near(fraction, -share));
  if (!isEven || !(isFree || isMinus)) throw new Refused(refusals.scoring('fraction'));
  return { key: fractions.flatMap((fraction, i) => (fraction > 0 ? [i + 1] : [])), isFree };
}

/** Warning for a wrong choice that costs nothing in the source. */
export const freeWarning =
  '元の採点では、まちがいを選んでも点が引かれません。ここでは1つにつき正解1つ分を引きます';

/** Warning for a right part that is worth less than one point. */
export const wholeWarning =
  '元の採点では、一部だけ正しいときにも点の一部が入ります。ここでは点が整数なので、端数は切り捨てます';

/** A choice of several has fewer places than options. */
export function maxOf(keys: number, options: number): number {
  if (keys >= options || options < 3) throw new Refused(refusals.scoring('fraction'));
  return options - 1;
}
