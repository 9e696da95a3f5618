/**
 * Lists of exams, entries and 志望校 (product.md 2.3.L, 3.6; exams.md 1). An exam lists what can be entered; taking one
 * subject is an attempt (examAttempt.ts). Times are ISO 8601.
 */
import * as z from 'zod/mini';
import { examKinds } from './examContent.ts';
import { noCard } from './freeText.ts';
import { pageOf } from './page.ts';
import { nameField } from './profile.ts';
import { count, flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** States of an entry. The last four follow from the attempts and the clock and are never stored (exams.md 1). */
export const entryStates = [
  'none',
  'in_progress',
  'awaiting_payment',
  'entered',
  'canceled',
  'taking',
  'finished',
  'reported',
  'absent',
] as const;
export type EntryState = (typeof entryStates)[number];

/**
 * State of the learner's attempt of a subject: 未受験 受験中 提出済 時間切れ(自動提出) 欠席 無効, and whether it is marked and published.
 */
export const subjectStates = ['none', 'running', 'submitted', 'timed_out', 'absent', 'void'] as const;
export type SubjectState = (typeof subjectStates)[number];

export const examSubjectSchema = z.object({
  id: z.string(),
  name: text,
  /** `max_of_group` subjects of one group may be chosen. */
  group: text,
  minutes: count,
  full_score: count,
  questions: count,
  is_required: flag,
  has_listening: flag,
  order: count,
  version: textOrNull,
  /** The learner's own: */
  state: z.catch(z.enum(subjectStates), 'none'),
  is_selected: flag,
  attempt: idOrNull,
  receipt_no: textOrNull,
  submitted_at: textOrNull,
  /** Marked, and the marks may be shown. */
  score: numberOrNull,
  /** End of the attempt while it is running. */
  deadline_at: textOrNull,
  /** Ended by the clock: until when answers of a device are awaited before there are marks; `null`: no longer. */
  late_until: textOrNull,
});
export type ExamSubject = z.output<typeof examSubjectSchema>;

export const mockExamSchema = z.object({
  id,
  name: text,
  kind: z.catch(z.enum(examKinds), 'university'),
  description: text,
  grade: list(z.string()),
  fee: count,
  entry_from: textOrNull,
  entry_until: textOrNull,
  exam_from: textOrNull,
  exam_until: textOrNull,
  report_at: textOrNull,
  /** From when packs can be downloaded: 24 hours before `exam_from`. */
  pack_from: textOrNull,
  max_desired_rank: count,
  group_rules: list(z.object({ group: z.string(), name: text, max: count })),
  subjects: list(examSubjectSchema),
  my_status: z.catch(z.enum(entryStates), 'none'),
  server_now: textOrNull,
});
export type MockExam = z.output<typeof mockExamSchema>;
export const mockExamPageSchema = pageOf(mockExamSchema);

const desiredSchoolSchema = z.object({
  rank: count,
  school: orNull(z.object({ id, name: text, prefecture: text })),
  faculty: orNull(z.object({ id, name: text })),
  method: orNull(z.object({ id, name: text })),
  /** Typed by hand because the school was not found: there is no verdict then. */
  free_name: text,
  border: numberOrNull,
  border_year: numberOrNull,
  /** Names of the subjects that the method needs but the learner did not choose. */
  missing: list(z.string()),
});
export type DesiredSchool = z.output<typeof desiredSchoolSchema>;

export const entrySchema = z.object({
  exam: id,
  status: z.catch(z.enum(entryStates), 'none'),
  /** 受験番号, once the entry is made. */
  number: textOrNull,
  basic_info: z.catch(z.record(z.string(), z.unknown()), {}),
  environment_info: z.catch(z.record(z.string(), z.unknown()), {}),
  desired: list(desiredSchoolSchema),
  /** 志望校 未定. */
  is_undecided: flag,
  selected_subjects: list(z.string()),
  progress: z.catch(z.object({ basicinfo: flag, schoolinfo: flag, environmentinfo: flag }), {
    basicinfo: false,
    schoolinfo: false,
    environmentinfo: false,
  }),
  /** The order that pays the fee, paid or in progress; `null`: there is no order, or nothing to pay. */
  order: orNull(z.object({ id, is_paid: flag })),
  modified: textOrNull,
});
export type Entry = z.output<typeof entrySchema>;

/** The learner's own allowance, with which the next attempt begins. */
const allowanceShape = {
  /** Percent of the minutes, 100 to 200 (exams.md 3.7). */
  multiplier_pct: z.catch(z.number(), 100),
  /** Reads the script in place of the sound. */
  script_instead_of_audio: flag,
};

/** GET /api/exam/mockexam/{id}/. */
export const mockExamDetailSchema = z.object({
  ...mockExamSchema.shape,
  ...allowanceShape,
  entry: orNull(entrySchema),
  /** 志望校 of the previous exam, which can be copied. */
  last_desired: orNull(z.object({ exam: id, name: text, count })),
  /** Initial values of 基本情報 before it is entered: from the profile and the previous entry; else empty. */
  basic_start: z.catch(z.record(z.string(), z.string()), {}),
});
export type MockExamDetail = z.output<typeof mockExamDetailSchema>;

/** 内申: marks of nine subjects, 1 to 5. */
export const naishinSubjects = [
  'japanese',
  'social',
  'math',
  'science',
  'english',
  'music',
  'art',
  'pe',
  'technology',
] as const;

const oneLine = (most: number) => z.string().check(z.maxLength(most), noCard());

/** `section: basic_info`. */
export const basicInfoSchema = z.object({
  family_name: nameField,
  given_name: nameField,
  family_name_kana: nameField,
  given_name_kana: nameField,
  grade: z.string().check(z.minLength(1), z.maxLength(20), noCard()),
  school: oneLine(60),
  track: z.optional(z.enum(['', 'humanities', 'sciences'])),
  prefecture: z.optional(oneLine(10)),
  naishin: z.optional(z.record(z.enum(naishinSubjects), z.int().check(z.minimum(1), z.maximum(5)))),
});
/** `section: environment_info`. */
export const environmentInfoSchema = z.object({
  device: z.enum(['computer', 'tablet', 'phone']),
  place: z.enum(['home', 'school', 'other']),
  network: z.enum(['wifi', 'mobile', 'wired', 'unknown']),
  earphones: z.boolean(),
  /** Result of `/test`; empty: the test was not done. */
  code: z.optional(oneLine(20)),
  cram_school: z.optional(oneLine(60)),
  weekly_hours: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  /** 配慮申請: the support that is requested; empty: none. */
  accommodation: z.optional(oneLine(500)),
  agree_rules: z.literal(true),
});

const subjectsField = z
  .array(z.string().check(z.minLength(1), z.maxLength(64)))
  .check(z.minLength(1), z.maxLength(20));

/** POST …/entry/ and PATCH …/entry/: one part of the entry. */
export const entryInputSchema = z.discriminatedUnion('section', [
  z.object({ section: z.literal('basic_info'), data: basicInfoSchema, subjects: subjectsField }),
  z.object({ section: z.literal('environment_info'), data: environmentInfoSchema }),
  z.object({ section: z.literal('school_info'), data: z.object({ is_undecided: z.boolean() }) }),
]);
export type EntryInput = z.output<typeof entryInputSchema>;

/** PUT …/entry/desired/{rank}/: a known method, or a name typed by hand. */
export const desiredInputSchema = z.union([
  z.object({ method: z.int().check(z.minimum(1)) }),
  z.object({ free_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), noCard()) }),
]);
export type DesiredInput = z.output<typeof desiredInputSchema>;

/** POST …/entry/desired/reorder/: the ranks as they are now, in the new order. */
export const reorderInputSchema = z.object({
  ranks: z.array(z.int().check(z.minimum(1), z.maximum(8))).check(z.minLength(1), z.maxLength(8)),
});

/** GET /api/exam/school/. */
export const schoolSchema = z.object({
  id,
  code: text,
  name: text,
  kana: text,
  kind: z.catch(z.enum(['university', 'highschool']), 'university'),
  prefecture: text,
  faculties: list(
    z.object({
      id,
      name: text,
      methods: list(
        z.object({
          id,
          name: text,
          border: numberOrNull,
          border_year: numberOrNull,
          subjects: list(z.object({ id: z.string(), name: text, weight: count })),
        }),
      ),
    }),
  ),
});
export type School = z.output<typeof schoolSchema>;
export const schoolPageSchema = pageOf(schoolSchema);

/** Skills of the English test, in their order (product.md 3.9.12). */
export const englishSkills = ['grammar', 'reading', 'listening'] as const;
export type EnglishSkill = (typeof englishSkills)[number];

/** GET /api/english/test/. */
export const englishTestSchema = z.object({
  id,
  name: text,
  level_from: text,
  level_to: text,
  minutes: count,
  subject: z.string(),
  sections: list(z.object({ id: z.string(), skill: text, question_count: count })),
  status: z.catch(z.enum(['open', 'running', 'waiting']), 'open'),
  /** From when it may be taken again. */
  next_at: textOrNull,
  attempt: idOrNull,
  /** It was handed in before: its answers and its practice are there. */
  is_taken: flag,
  ...allowanceShape,
});
export type EnglishTest = z.output<typeof englishTestSchema>;
export const englishTestsSchema = z.object({ results: list(englishTestSchema), server_now: textOrNull });

/** One finished test: GET /api/english/test/history/. */
export const englishResultSchema = z.object({
  id,
  test: id,
  name: text,
  taken_at: textOrNull,
  /** 0 to 1000, `null`: not marked yet. */
  score: numberOrNull,
  /** Until when answers of a device are awaited before there are marks; `null`: no longer. */
  late_until: textOrNull,
  cefr: text,
  skills: list(z.object({ skill: text, score: count, cefr: text })),
  /** What was written waits for the points of its taker, without which the score is too low. */
  is_self_open: flag,
});
export type EnglishResult = z.output<typeof englishResultSchema>;
export const englishHistorySchema = z.object({ results: list(englishResultSchema) });

/** `GET /api/exam/mockexam/?status=`. */
export const examListStatuses = ['open', 'mine', 'past'] as const;
