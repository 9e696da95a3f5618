import {
  type Cohort,
  differenceOf,
  highschoolDifference,
  meanOf,
  type NextStep,
  nextStep,
  roundTenth,
  sdOf,
  standingOf,
  type Verdict,
  verdictOf,
  type WeighedSubject,
  weighedDeviation,
} from '#contracts/examStatistics.ts';
import type { Border } from '../exam/schools.ts';

/** One's own marked subject, with all takers of it. */
export type OwnSubject = { id: string; name: string; score: number; full: number; cohort: Cohort };

/** The verdict on one 志望. */
export type Judged = {
  /** 判定用偏差値, or points of a high school. */
  mine: number;
  difference: number;
  verdict: Verdict;
  next: NextStep | null;
};

/** Own 換算内申 of a high school. */
export type Naishin = { points: number; full: number };

/** Subjects that a 志望 needs and for which there is no number. */
export function missingFor(
  border: Border,
  own: readonly OwnSubject[],
  kind: 'university' | 'highschool',
): string[] {
  return border.subjects.flatMap(({ id }) => {
    const subject = own.find((one) => one.id === id);
    const hasNumber = subject && (kind === 'highschool' || standingOf(subject.cohort) !== 'none');
    return hasNumber ? [] : [id];
  });
}

function weighed(border: Border, own: readonly OwnSubject[]): WeighedSubject[] {
  return border.subjects.flatMap(({ id, weight }) => {
    const subject = own.find((one) => one.id === id);
    if (!subject) return [];
    const { name, score, full, cohort } = subject;
    return [{ id, name, score, full, mean: meanOf(cohort), sd: sdOf(cohort), weight }];
  });
}

/** 判定用偏差値 of a university, rounded once (exams.md 5). */
const universityNumber = (subjects: readonly WeighedSubject[]) => roundTenth(weighedDeviation(subjects));

/** The verdict of a university: weighted 偏差値 against the border. */
function judgeUniversity(border: Border, own: readonly OwnSubject[]): Judged {
  const subjects = weighed(border, own);
  const mine = universityNumber(subjects);
  const difference = differenceOf(mine, border.border);
  const verdict = verdictOf(difference);
  return { mine, difference, verdict, next: nextStep(subjects, border.border, verdict) };
}

/**
 * The subjects of a high school, weighted so that their sum is the difference itself: points above the border, in
 * percent of all possible points. So one search for the next step serves both kinds.
 */
function asDifference(border: Border, own: readonly OwnSubject[], naishin: Naishin): WeighedSubject[] {
  const weights = border.subjects.reduce((sum, { weight }) => sum + weight, 0);
  const all = weights + naishin.full;
  const rest = (100 * (naishin.points - border.border)) / all;
  return weighed(border, own).map((subject) => {
    const sd = (subject.full * all) / (10 * weights);
    return { ...subject, sd, mean: (sd * (50 - rest)) / 10 };
  });
}

/** Converted points of the exam and 内申. */
function highschoolSum(border: Border, own: readonly OwnSubject[], naishin: Naishin): number {
  const exam = weighed(border, own).reduce(
    (sum, { score, full, weight }) => sum + (weight * score) / full,
    0,
  );
  return exam + naishin.points;
}

/** As it is shown and ranked. */
const wholePoints = (sum: number) => Math.floor(sum + 1e-9);

/** The verdict of a high school: converted points with 内申 against the border points. */
function judgeHighschool(border: Border, own: readonly OwnSubject[], naishin: Naishin): Judged {
  const weights = border.subjects.reduce((sum, { weight }) => sum + weight, 0);
  const sum = highschoolSum(border, own, naishin);
  const difference = highschoolDifference(sum, border.border, weights + naishin.full);
  const verdict = verdictOf(difference);
  return {
    mine: wholePoints(sum),
    difference,
    verdict,
    next: nextStep(asDifference(border, own, naishin), 0, verdict),
  };
}

/**
 * The number by which applicants of a 志望 are ranked, who miss no subject: 判定用偏差値 in tenths, or points of a high
 * school.
 */
export function tenthsOf(
  kind: 'university' | 'highschool',
  border: Border,
  own: readonly OwnSubject[],
  naishin: Naishin,
): number {
  if (kind === 'highschool') return wholePoints(highschoolSum(border, own, naishin));
  return Math.round(universityNumber(weighed(border, own)) * 10);
}

/** Judges a 志望 that misses no subject. */
export function judge(
  kind: 'university' | 'highschool',
  border: Border,
  own: readonly OwnSubject[],
  naishin: Naishin,
): Judged {
  return kind === 'highschool' ? judgeHighschool(border, own, naishin) : judgeUniversity(border, own);
}
