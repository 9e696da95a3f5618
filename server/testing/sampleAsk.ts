/**
 * What a published sample asks and how much it says each answer is worth, read from the sample itself and not from the
 * result of our import (exams.md 2.3). `share`s are parts of all points, 0 to 1.
 */
export type Ask =
  /** One of several options, each with its share. */
  | { kind: 'one'; shares: number[] }
  /** Some of several options: the sum of the chosen ones, not below nothing and not above all points. */
  | { kind: 'several'; shares: number[] }
  /** Exactly these options and no other, numbers from 1. */
  | { kind: 'exactly'; right: number[]; of: number }
  | { kind: 'words'; answers: { text: string; share: number; isExact: boolean }[] }
  | { kind: 'number'; answers: { value: number; tolerance: number; share: number }[] }
  /**
   * Places with one option each: the right one out of how many, and its share. `shares` is `null`: all of them or
   * nothing.
   */
  | { kind: 'places'; keys: number[]; of: number[]; shares: number[] | null };

/** An answer, with a value for each slot in the order of the question, and the share that the sample gives for it. */
export type Trial = { answers: string[]; share: number };

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Every subset of several options, also the empty one. */
function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** Math.min(count, 10) }, (_, bits) =>
    upTo(count).filter((number) => (bits >> (number - 1)) & 1),
  );
}

const wrongWord = 'まったくちがう答え';

function wordTrials(answers: Extract<Ask, { kind: 'words' }>['answers']): Trial[] {
  const shareOf = (word: string) =>
    answers.find(({ text, isExact }) => (isExact ? text === word : text.toLowerCase() === word.toLowerCase()))
      ?.share ?? 0;
  const said = answers.flatMap(({ text, isExact }) =>
    isExact ? [text] : [text, text.toLowerCase(), text.toUpperCase()],
  );
  return [...said, wrongWord].map((word) => ({ answers: [word], share: shareOf(word) }));
}

function numberTrials(answers: Extract<Ask, { kind: 'number' }>['answers']): Trial[] {
  const isNear = (given: number, value: number, tolerance: number) =>
    Math.abs(given - value) <= tolerance + 1e-9;
  const said = answers.flatMap(({ value, tolerance }) =>
    [0, -1, 1, -1.5, 1.5].map((part) => Number((value + part * (tolerance || 1)).toPrecision(12))),
  );
  return said.map((given) => ({
    answers: [String(given)],
    share: answers.find(({ value, tolerance }) => isNear(given, value, tolerance))?.share ?? 0,
  }));
}

/** All right, nothing at all, and each single place wrong or empty. */
function placeTrials({ keys, of, shares }: Extract<Ask, { kind: 'places' }>): Trial[] {
  const share = (given: readonly (number | null)[]) => {
    const parts = keys.map((key, i) => (given[i] === key ? (shares?.[i] ?? 1 / keys.length) : 0));
    const isAll = keys.every((key, i) => given[i] === key);
    return shares === null ? Number(isAll) : clamp(parts.reduce((sum, one) => sum + one, 0));
  };
  const others = keys.flatMap((key, at) => [
    ...((of[at] ?? 0) > 1 ? [keys.with(at, (key % (of[at] ?? 1)) + 1)] : []),
    keys.map((one, i) => (i === at ? null : one)),
  ]);
  return [keys, keys.map(() => null), ...others].map((given) => ({
    answers: given.map((one) => (one === null ? '' : String(one))),
    share: share(given),
  }));
}

/** Answers to a sample that distinguish the ways of scoring. */
export function trialsOf(ask: Ask): Trial[] {
  switch (ask.kind) {
    case 'one':
      return ask.shares.map((share, i) => ({ answers: [String(i + 1)], share: clamp(share) }));
    case 'several':
      return subsets(ask.shares.length).map((chosen) => ({
        answers: [chosen.join(',')],
        share: clamp(chosen.reduce((sum, number) => sum + (ask.shares[number - 1] ?? 0), 0)),
      }));
    case 'exactly':
      return subsets(ask.of).map((chosen) => ({
        answers: [chosen.join(',')],
        share: Number(chosen.join(',') === ask.right.toSorted((one, other) => one - other).join(',')),
      }));
    case 'words':
      return wordTrials(ask.answers);
    case 'number':
      return numberTrials(ask.answers);
    case 'places':
      return placeTrials(ask);
  }
}
