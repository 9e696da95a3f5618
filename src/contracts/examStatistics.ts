/** 偏差値, ranks and 判定 (exams.md 5). Sums are bigint, because n·Σx² of a large cohort exceeds 2⁵³. Pure. */

/** How many takers have a score, and how many have a higher one. */
export type ScoreCount = { score: number; count: number; above: number };

/** Count and sums of all takers of a subject. Sums are exact. */
export type Cohort = { n: number; s1: bigint; s2: bigint };

/** Turns counts by score into the rows of a cohort version, highest score first. */
export function distributionOf(counts: ReadonlyMap<number, number>): ScoreCount[] {
  let above = 0;
  return [...counts]
    .sort(([one], [other]) => other - one)
    .map(([score, count]) => {
      const row = { score, count, above };
      above += count;
      return row;
    });
}

/** The sums of a distribution. */
export function cohortOf(rows: readonly { score: number; count: number }[]): Cohort {
  let [n, s1, s2] = [0, 0n, 0n];
  for (const { score, count } of rows) {
    n += count;
    s1 += BigInt(score) * BigInt(count);
    s2 += BigInt(score) * BigInt(score) * BigInt(count);
  }
  return { n, s1, s2 };
}

/** Mean of a cohort, unrounded. */
export function meanOf({ n, s1 }: Cohort): number {
  return n === 0 ? 0 : Number(s1) / n;
}

/** n·S2 − S1², exact: n² times the variance. */
const spread = ({ n, s1, s2 }: Cohort) => BigInt(n) * s2 - s1 * s1;

/** Standard deviation of the population, unrounded. */
export function sdOf(cohort: Cohort): number {
  return cohort.n === 0 ? 0 : Math.sqrt(Number(spread(cohort))) / cohort.n;
}

/**
 * Rounds to one decimal, halves up, also below zero. The small addend corrects floating-point values just below a half.
 */
export function roundTenth(value: number): number {
  return Math.floor(value * 10 + 0.5 + 1e-9) / 10;
}

/** 偏差値, unrounded; `null` if all scores are equal. */
export function rawDeviation(score: number, cohort: Cohort): number | null {
  const variance = spread(cohort);
  if (cohort.n === 0 || variance <= 0n) return null;
  return 50 + (10 * Number(BigInt(cohort.n) * BigInt(score) - cohort.s1)) / Math.sqrt(Number(variance));
}

/** How a 偏差値 is shown: as it is from 100 takers, 「参考値」 from 30, else 「—」. */
export const standings = ['shown', 'reference', 'none'] as const;
export type Standing = (typeof standings)[number];

/** How the numbers of a cohort are shown (exams.md 5, case 4). */
export function standingOf(cohort: Cohort): Standing {
  if (cohort.n < 30 || spread(cohort) <= 0n) return 'none';
  return cohort.n < 100 ? 'reference' : 'shown';
}

/** 偏差値 as it is shown, one decimal; `null`: 「—」. */
export function deviationOf(score: number, cohort: Cohort): number | null {
  const raw = rawDeviation(score, cohort);
  return standingOf(cohort) === 'none' || raw === null ? null : roundTenth(raw);
}

/**
 * Rank of a score: 1 + the number of higher scores; ties share the lower number (exams.md 5, case 6). `rows` highest
 * first.
 */
export function rankOf(score: number, rows: readonly ScoreCount[]): number {
  const own = rows.find((row) => row.score <= score);
  if (!own) return 1 + rows.reduce((sum, { count }) => sum + count, 0);
  return 1 + own.above;
}

/**
 * How many takers a rank is told of. Who hands in after the version was made, with fewer points than all in it, is the
 * last of one more. `rank` `null`: none is told.
 */
export function takersFor(rank: number | null, n: number): number {
  return Math.max(n, rank ?? 0);
}

/** Share of takers down to this rank, in whole percent, rounded up, 100 at most: 「上位 {n}%」. */
export function topPercent(rank: number, n: number): number {
  return n === 0 ? 0 : Math.min(100, Math.ceil((100 * rank) / n));
}

export const verdicts = ['A', 'B', 'C', 'D', 'E'] as const;
export type Verdict = (typeof verdicts)[number];

/** Where each verdict begins, in points of 偏差値 above the border. E has no lower end. */
export const verdictSteps: Record<Exclude<Verdict, 'E'>, number> = { A: 5, B: 2.5, C: 0, D: -2.5 };

/** The verdict for a difference that is rounded to tenths. */
export function verdictOf(difference: number): Verdict {
  const found = verdicts.find((one) => one !== 'E' && difference >= verdictSteps[one] - 1e-9);
  return found ?? 'E';
}

/** Rounded 判定用 minus border, in tenths. */
export function differenceOf(rounded: number, border: number): number {
  return Math.round((rounded - border) * 10) / 10;
}

/** A subject and its weight in one 志望. */
export type WeighedSubject = {
  id: string;
  name: string;
  score: number;
  /** Maximum points. */
  full: number;
  mean: number;
  sd: number;
  weight: number;
};

const deviationBy = ({ mean, sd }: WeighedSubject, score: number) => 50 + (10 * (score - mean)) / sd;

/** 判定用偏差値: Σ weight·subject deviation / Σ weight, not rounded (exams.md 5). `gains`: additional points by subject. */
export function weighedDeviation(
  subjects: readonly WeighedSubject[],
  gains: Readonly<Record<string, number>> = {},
): number {
  const weights = subjects.reduce((sum, { weight }) => sum + weight, 0);
  const sum = subjects.reduce(
    (total, one) => total + one.weight * deviationBy(one, one.score + (gains[one.id] ?? 0)),
    0,
  );
  return sum / weights;
}

/** The next better verdict; `null` for A. */
export function nextVerdict(verdict: Verdict): Exclude<Verdict, 'E'> | null {
  const at = verdicts.indexOf(verdict);
  const next = at > 0 ? verdicts[at - 1] : undefined;
  return next === undefined || next === 'E' ? null : next;
}

/**
 * The way to the next verdict. `gains`: points by subject that together reach it; `null`: these subjects cannot reach
 * it.
 */
export type NextStep = {
  to: Exclude<Verdict, 'E'>;
  gains: { id: string; points: number }[] | null;
  /** Points if only this subject improves; `null`: 「この科目だけでは届きません」. */
  alone: { id: string; points: number | null }[];
};

/**
 * Smallest whole number of points with which the rounded value reaches the goal; `null`: the remaining points are not
 * enough.
 */
function pointsFor(
  subjects: readonly WeighedSubject[],
  { id, full, score }: WeighedSubject,
  goal: number,
  gains: Readonly<Record<string, number>>,
): number | null {
  const reaches = (points: number) =>
    roundTenth(weighedDeviation(subjects, { ...gains, [id]: points })) >= goal - 1e-9;
  const left = full - score;
  if (!reaches(left)) return null;
  let [below, enough] = [-1, left];
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2);
    if (reaches(middle)) enough = middle;
    else below = middle;
  }
  return enough;
}

/**
 * What is missing for the next verdict if mean and spread stay the same. Starts with the subject that gains the most
 * 偏差値 per point and goes on to the next when it is full. `null`: the best verdict is reached.
 */
export function nextStep(
  subjects: readonly WeighedSubject[],
  border: number,
  verdict: Verdict,
): NextStep | null {
  const to = nextVerdict(verdict);
  if (to === null) return null;
  const goal = border + verdictSteps[to];
  const order = [...subjects].sort((one, other) => other.weight / other.sd - one.weight / one.sd);
  const gains: Record<string, number> = {};
  let isReached = false;
  for (const subject of order) {
    const points = pointsFor(subjects, subject, goal, gains);
    gains[subject.id] = points ?? subject.full - subject.score;
    isReached = points !== null;
    if (isReached) break;
  }
  const used = order.flatMap(({ id }) => ((gains[id] ?? 0) > 0 ? [{ id, points: gains[id] ?? 0 }] : []));
  return {
    to,
    gains: isReached ? used : null,
    alone: order.map((subject) => ({ id: subject.id, points: pointsFor(subjects, subject, goal, {}) })),
  };
}

/** 内申 table of a prefecture: the weight of each subject's mark, the maximum sum, and the scale it is converted to. */
export type NaishinTable = { weights: Record<string, number>; full: number; to: number };

/** 換算内申, rounded down (exams.md 5, case 5). `marks`: by subject. */
export function convertNaishin(
  { weights, full, to }: NaishinTable,
  marks: Readonly<Record<string, number>>,
): number {
  const sum = Object.entries(weights).reduce(
    (total, [subject, weight]) => total + weight * (marks[subject] ?? 0),
    0,
  );
  return full > 0 ? Math.floor((sum * to) / full) : 0;
}

/**
 * The difference that decides a high-school verdict: points above the border, in percent of all points, to a tenth.
 * With this unit one table of steps serves both kinds of school.
 */
export function highschoolDifference(sum: number, border: number, full: number): number {
  return full > 0 ? roundTenth((100 * (sum - border)) / full) : 0;
}
