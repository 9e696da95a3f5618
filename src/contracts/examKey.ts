/**
 * The keys that mark a subject (exams.md 2.1 scoring groups). Only the server has them; a device gets them for
 * practice, after `keys_open`. Pure.
 */

/**
 * How a group is marked. `each`: every slot separately, `points` is for one slot · `all`: 完答 · `set`: 順不同, the slots in
 * any order, each key once, `points` for each hit · `ladder`: points by the number of right slots · `multi_all`: one
 * choice with several keys; exactly these must be chosen · `multi_minus`: points × max(0, hits − wrong) / keys, floor ·
 * `self`: marked by the taker.
 */
export const groupRules = ['each', 'all', 'set', 'ladder', 'multi_all', 'multi_minus', 'self'] as const;
export type GroupRule = (typeof groupRules)[number];

/**
 * How the value of a slot is compared. `sign`: unchanged · `text`: NFKC, trimmed, blanks folded · `number`: by its
 * value.
 */
export type CompareKind = 'choice' | 'mark' | 'text' | 'number';

/** One set of right values. */
export type GroupKey = {
  /** By slot: the right values. `text` may accept several words; a choice of several is one value, such as `1,3`. */
  keys: Record<string, string[]>;
  /** Other keys with their points: for one slot (of `each`) or for the whole group. 部分点. */
  accept?: { keys: Record<string, string[]>; points: number }[];
  /** Tolerance of a `number`. */
  tolerance?: number;
  /** The group gives full points to everybody, or does not count. */
  void?: 'all_points' | 'exclude';
};

/** A scoring group with its keys. `alternatives`: earlier keys that still count (policy `fair`, exams.md 5). */
export type ScoringGroup = GroupKey & {
  id: string;
  question: string;
  section: string;
  unit: string;
  /** Of the English test, else empty. */
  skill: string;
  slots: { id: string; kind: CompareKind | 'self' }[];
  rule: GroupRule;
  points: number;
  /** Of `ladder`: points by the number right. */
  ladder?: Record<number, number>;
  /** Slots in any order, for `all` and `ladder`. */
  anyOrder?: boolean;
  alternatives?: GroupKey[];
};

/** All that marks one subject, its groups in the fixed order of the paper. */
export type AnswerKey = {
  groups: ScoringGroup[];
  /** 選択問題: see `choiceSchema`. `of`: sections in the order of the paper. */
  choices: { id: string; choose: number; of: string[] }[];
};

/** The maximum points of a group, whether it is void or not. */
export function groupFull({ rule, points, slots, ladder }: ScoringGroup): number {
  if (rule === 'each' || rule === 'set') return points * slots.length;
  if (rule === 'ladder') return Math.max(0, ...Object.values(ladder ?? {}));
  return points;
}
