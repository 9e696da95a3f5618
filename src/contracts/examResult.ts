/** Results of marked exams for the taker: 成績表, one subject, how to improve (product.md 2.1 Report, exams.md 5). */
import * as z from 'zod/mini';
import { answersFileSchema } from './examContent.ts';
import { keyNotesSchema } from './examShownKey.ts';
import { standings, verdicts } from './examStatistics.ts';
import { count, flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** Which version of the cohort the numbers belong to: 暫定 / 確定 / 再採点後. */
export const cohortKinds = ['provisional', 'frozen', 'regraded'] as const;
export const cohortSchema = z.object({
  kind: z.catch(z.enum(cohortKinds), 'provisional'),
  version: count,
  made_at: textOrNull,
});

/** A lesson that teaches the topic of the question, and its course. */
const lessonSchema = z.object({ id, name: text, course: idOrNull });

/** Statistics of one score among all takers. `deviation` `null`: 「—」. `standing` `reference`: 「参考値」. */
const standingShape = {
  score: numberOrNull,
  full: count,
  average: numberOrNull,
  deviation: numberOrNull,
  standing: z.catch(z.enum(standings), 'none'),
  rank: numberOrNull,
  takers: count,
  top_percent: numberOrNull,
};

/**
 * Names of subjects without a number. `waiting`: those of them that were taken and whose number is still to come (being
 * marked, self-marking, looked into).
 */
const missingShape = { missing: list(z.string()), waiting: list(z.string()) };

const totalSchema = z.object({ id: z.string(), name: text, ...standingShape, ...missingShape });

export const subjectReportSchema = z.object({
  id: z.string(),
  name: text,
  attempt: idOrNull,
  ...standingShape,
  /** 未受験, 欠席, 自己採点待ち, 確認中 … in place of numbers; empty: none. */
  note: z.catch(z.enum(['', 'absent', 'running', 'marking', 'self', 'needs_look', 'void']), ''),
  late_sync: flag,
  ended_by: text,
  /** With the note `marking`: until when answers of a device are awaited; `null`: no longer. */
  late_until: textOrNull,
  /** Bars of the histogram: lower limit (included) and count; the learner's own bar is marked. */
  histogram: list(z.object({ from: count, to: count, count, is_mine: flag })),
  units: list(z.object({ id: z.string(), name: text, points: count, full: count, rate: numberOrNull })),
  /** After a correction of the key: the earlier result, and the reason. */
  regraded: orNull(z.object({ before: count, after: count, reason: text, at: textOrNull })),
});
export type SubjectReport = z.output<typeof subjectReportSchema>;

export const verdictSchema = z.object({
  rank: count,
  school: text,
  faculty: text,
  method: text,
  border: numberOrNull,
  border_year: numberOrNull,
  /** 判定用偏差値; for a high school the points. */
  mine: numberOrNull,
  difference: numberOrNull,
  /** `null`: 判定不能; `missing` says why. */
  verdict: z.catch(z.nullable(z.enum(verdicts)), null),
  ...missingShape,
  applicant_rank: numberOrNull,
  applicants: count,
  next: orNull(
    z.object({
      to: z.enum(verdicts),
      /** `null`: not reachable with the remaining points. */
      gains: z.catch(z.nullable(z.array(z.object({ id: z.string(), name: text, points: count }))), null),
      alone: list(z.object({ id: z.string(), name: text, points: numberOrNull })),
    }),
  ),
  /** For a high school: 換算内申 and the points of the exam. */
  naishin: orNull(z.object({ points: count, full: count })),
});
export type VerdictCard = z.output<typeof verdictSchema>;

/** A unit in which the taker lost many points on questions that half of all takers answered right. */
export const weakUnitSchema = z.object({
  id: z.string(),
  name: text,
  subject: z.string(),
  lost: count,
  lessons: list(lessonSchema),
  cards: count,
});

/** GET …/result/ (always 200: a 404 would show the not-found screen, product.md 3.6). */
export const reportSchema = z.object({
  status: z.catch(z.enum(['published', 'not_published', 'nothing']), 'not_published'),
  report_at: textOrNull,
  exam: id,
  name: text,
  kind: text,
  cohort: orNull(cohortSchema),
  /** Versions there are, newest first, for 「前の版を見る」. */
  versions: list(cohortSchema),
  totals: list(totalSchema),
  subjects: list(subjectReportSchema),
  verdicts: list(verdictSchema),
  weak_units: list(weakUnitSchema),
  /** The previous exam of the same kind. */
  previous: orNull(
    z.object({
      exam: id,
      name: text,
      subjects: list(z.object({ id: z.string(), deviation: numberOrNull })),
    }),
  ),
  published_at: textOrNull,
});
export type Report = z.output<typeof reportSchema>;

const questionResultSchema = z.object({
  id: z.string(),
  no: count,
  label: text,
  section: text,
  unit: text,
  /** By slot: the taker's answer, and after `keys_open` the key, as it is printed, with what to know of it. */
  slots: list(
    z.object({
      id: z.string(),
      label: text,
      value: text,
      key: textOrNull,
      notes: keyNotesSchema,
      state: text,
    }),
  ),
  points: numberOrNull,
  full: count,
  state: text,
  /** Share of all takers with full points, 0 to 1. */
  rate: numberOrNull,
  /** Seconds that the taker had the question open; `null`: no device has told. */
  time_spent: numberOrNull,
  /**
   * After `keys_open` the address of what is heard for it, signed for 1 to 2 h; `null`: nothing is heard, or the taker
   * reads instead (exams.md 3.7).
   */
  sound: textOrNull,
  lessons: list(lessonSchema),
});

/** GET …/result/{subject_result}/: `{subject_result}` is the attempt. */
export const subjectResultSchema = z.object({
  status: z.catch(z.enum(['published', 'not_published']), 'not_published'),
  marks_at: textOrNull,
  keys_at: textOrNull,
  /** Until when answers of a device are awaited before there are marks; `null`: no longer. */
  late_until: textOrNull,
  report: orNull(subjectReportSchema),
  questions: list(questionResultSchema),
  /** After `keys_open`: explanations and scripts. */
  answers: orNull(answersFileSchema),
});
export type SubjectResult = z.output<typeof subjectResultSchema>;

/** GET /api/exam/result/: everything for /mypage/result. */
export const resultOverviewSchema = z.object({
  exams: list(
    z.object({
      exam: id,
      name: text,
      kind: text,
      taken_at: textOrNull,
      subjects: list(
        z.object({ id: z.string(), name: text, score: numberOrNull, full: count, deviation: numberOrNull }),
      ),
    }),
  ),
  /** Every round of an English test whose marks are told, newest first; `is_self_open` as in its history (exam.ts). */
  english: list(z.object({ id, taken_at: textOrNull, score: count, cefr: text, is_self_open: flag })),
  /** A round has ended and has no marks yet: who has taken one is not told to have taken none. */
  is_english_marking: flag,
  weak_units: list(weakUnitSchema),
});
export type ResultOverview = z.output<typeof resultOverviewSchema>;

/**
 * POST …/result/pdf/: 成績表 as PDF. `version`: of the cohort, else the newest; `naishin`: whether 内申 is printed (off by
 * default).
 */
export const reportPdfInputSchema = z.object({
  version: z.optional(z.int().check(z.minimum(1))),
  naishin: z.optional(z.boolean()),
});
/** `is_ready` `false`: the PDF is being made, which takes seconds; `url` answers 202 until then. */
export const reportPdfSchema = z.object({ id, version: count, is_ready: flag, url: z.string() });
export type ReportPdf = z.output<typeof reportPdfSchema>;
