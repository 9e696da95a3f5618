/**
 * What the files of an exam in a content pack may say (exams.md 2.1 and 2.2; README of the folder above). Strict: an
 * unknown name is a mistake. Points are whole numbers, times minutes or seconds as named.
 */
import * as z from 'zod/mini';
import { courseGrades } from '#contracts/catalogue.ts';
import { markSigns } from '#contracts/examContent.ts';
import { key, line, yen } from '../formats.ts';
import { moment } from '../moments.ts';

const path = z.string().check(z.minLength(1), z.maxLength(200));
const points = z.int().check(z.minimum(0), z.maximum(400));
const words = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '');

/** The name of a slot within its question: a single sign wherever names are written as one string. */
export const slotName = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}]{1,4}$/u, '解答欄の名前は文字か数字、4文字までにしてください'));
/** Slots by name: `アイウ` is three of them, a list may have longer names. */
const slotNames = z.union([
  z.string().check(z.regex(/^[\p{L}\p{N}]{1,60}$/u, '解答欄の名前を「アイウ」のように並べてください')),
  z.array(slotName).check(z.minLength(1), z.maxLength(60)),
]);

/** A picture. `alt` says in words what matters; `long` is read where that is not enough. */
const figure = z.strictObject({ file: path, alt: line(300), long: words(4000) });
const figures = z._default(z.record(key, figure), {});
const shownIn = z.enum(['ja', 'en']);

/** An option of a choice: inline Markdown, a figure of the question, or both. */
const option = z.union([line(500), z.int(), z.strictObject({ text: words(500), figure: z.optional(key) })]);
const optionList = z
  .array(option)
  .check(z.minLength(2, '選択肢を2つ以上書いてください'), z.maxLength(16, '選択肢は16個までにしてください'));

const keyItem = z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.number()]);
/**
 * The right answers of a scoring group. For one slot its value: in a choice the number of the option (several right
 * ones: a list), in a text every accepted word. For several slots a list in their order; boxes may be written as one
 * string (`'-23'`).
 */
const rightAnswer = z.union([keyItem, z.array(z.union([keyItem, z.array(keyItem)])).check(z.minLength(1))]);

/** A scoring group (exams.md 2.1). Without `each`, `all` or `set` it is for the only slot of the question. */
const scoreGroup = z.strictObject({
  /** Each slot for itself; `points` for each of them. */
  each: z.optional(slotNames),
  /** 完答: every slot right, or nothing. */
  all: z.optional(slotNames),
  /** 順不同: any order, each value once; `points` for each value. */
  set: z.optional(slotNames),
  key: z.optional(rightAnswer),
  points: z.optional(points),
  /** Points by the number of right ones, with `each` or `set` instead of `points`: `{ 2: 5, 1: 2 }`. */
  ladder: z.optional(z.record(z.string().check(z.regex(/^\d{1,2}$/, '正解の数で書いてください')), points)),
  /** Other right answers with their own points, for the group or for one slot of it. */
  accept: z._default(
    z.array(z.strictObject({ slot: z.optional(slotName), key: rightAnswer, points })).check(z.maxLength(20)),
    [],
  ),
  /** A choice with several right options: all of them, or each right one less each wrong one. */
  multi: z.optional(z.enum(['all', 'minus'])),
  /** How far a number may be off. */
  tolerance: z.optional(z.number().check(z.minimum(0))),
  /** 記述: what gives how many points, marked by the taker. */
  rubric: z._default(z.array(z.strictObject({ points, text: line(400) })).check(z.maxLength(12)), []),
  /** The group does not count any more: everybody has its points, or it is left out. */
  void: z.optional(z.enum(['all_points', 'exclude'])),
});

const question = z.strictObject({
  id: key,
  /** Shown before the question; else 「問n」 within its section. */
  label: words(20),
  /** A unit of units.yaml. */
  unit: key,
  /** How hard it is; the コノシキ diagnosis needs it. */
  level: z.optional(z.literal([1, 2, 3])),
  /** The place in a passage that it asks about: an anchor, or `blank:ア`. */
  anchor: z.optional(line(70)),
  /** Passages of this question, beside those of its section. */
  passage: z.optional(z.union([path, z.array(path).check(z.minLength(1), z.maxLength(6))])),
  /** The track that belongs to it. */
  track: z.optional(key),
  body: line(4000),
  lang: z._default(shownIn, 'ja'),
  /** Read aloud instead of the formulas of the body. */
  reading: words(1000),
  figures,
  slots: z.strictObject({
    choice: z.optional(slotNames),
    mark: z.optional(slotNames),
    text: z.optional(slotNames),
    number: z.optional(slotNames),
    self: z.optional(slotNames),
  }),
  /** Options for every choice of the question, or for each choice by its name. */
  options: z.optional(z.union([optionList, z.record(slotName, optionList)])),
  /** Number of the first option; keys name options by the number that is shown. */
  options_from: z._default(z.literal([0, 1]), 1),
  /** How many options may be chosen. */
  max: z._default(z.int().check(z.minimum(1), z.maximum(15)), 1),
  /** 記述: longest text (0: none, drawing only), and whether there is a field to draw in. */
  length: z._default(z.int().check(z.minimum(0), z.maximum(2000)), 200),
  drawing: z._default(z.boolean(), false),
  score: z.union([scoreGroup, z.array(scoreGroup).check(z.minLength(1), z.maxLength(60))]),
  /** Markdown. Seen when keys are open. */
  why: words(6000),
  /** 記述: an answer that would get all points. Markdown. */
  model: words(2000),
  /** Where a lesson of this pack explains it. */
  lesson: z.optional(z.strictObject({ id: key, sec: z._default(z.int().check(z.minimum(0)), 0) })),
});

const section = z.strictObject({
  id: key,
  name: line(40),
  /** Markdown, before its questions. */
  lead: words(2000),
  /** English test: what it measures. */
  skill: z.optional(z.enum(['grammar', 'reading', 'listening'])),
  passage: z.optional(z.union([path, z.array(path).check(z.minLength(1), z.maxLength(6))])),
  track: z.optional(key),
  questions: z.array(question).check(z.minLength(1), z.maxLength(100)),
});

/** Sound: one file, played `plays` times with `gap_sec` after each, `preview_sec` of reading before (exams.md 2.1). */
const track = z.strictObject({
  id: key,
  name: line(40),
  file: path,
  /** Length by the script, seconds; the file may be 1 s off. */
  duration_sec: z.number().check(z.minimum(1), z.maximum(3600)),
  plays: z._default(z.int().check(z.minimum(1), z.maximum(3)), 1),
  gap_sec: z._default(z.number().check(z.minimum(0), z.maximum(120)), 0),
  preview_sec: z._default(z.number().check(z.minimum(0), z.maximum(300)), 0),
  lang: z._default(shownIn, 'en'),
  /** Markdown. Shown with the keys, or instead of the sound to takers who have that allowance. */
  script: line(8000),
  translation: words(8000),
});

/** exams/<id>/subjects/<subject>.yaml */
export const examSubjectFormat = z.strictObject({
  name: line(30),
  minutes: z.int().check(z.minimum(1), z.maximum(200)),
  points: z.int().check(z.minimum(1), z.maximum(1000)),
  /** Must be taken by whoever enters. */
  is_required: z._default(z.boolean(), false),
  /** One of exam.yaml `groups`. */
  group: z.optional(key),
  /** What a box takes, in the order of the pad; no sign twice. */
  signs: z._default(
    z.string().check(z.regex(/^(?:([-±0-9a-d])(?!.*\1))+$/u, '-、±、数字、a〜d を1つずつ書いてください')),
    markSigns,
  ),
  /** 選択問題: as many of these sections count as `pick` says. */
  choose: z._default(
    z.array(
      z.strictObject({
        id: key,
        name: line(40),
        pick: z.int().check(z.minimum(1), z.maximum(9)),
        sections: z.array(key).check(z.minLength(2), z.maxLength(10)),
      }),
    ),
    [],
  ),
  tracks: z._default(z.array(track).check(z.maxLength(40)), []),
  sections: z.array(section).check(z.minLength(1), z.maxLength(20)),
});
export type SubjectFile = z.output<typeof examSubjectFormat>;
export type QuestionFile = SubjectFile['sections'][number]['questions'][number];
export type ScoreFile = z.output<typeof scoreGroup>;
export type RightAnswer = z.output<typeof rightAnswer>;

/** Front matter of exams/<id>/passages/<name>.md; the text below it is Markdown (a figure has none but its own). */
export const passageFormat = z.strictObject({
  kind: z.enum(['text', 'vertical', 'table', 'figure', 'script']),
  title: words(100),
  lang: z._default(shownIn, 'ja'),
  /** Where it is from; shown below it. */
  source: words(300),
  /**
   * 傍線部 of the text by id (`[[a1|…]]`): a letter, or an entry with `no_ruby` where furigana would give an answer away.
   */
  anchors: z._default(
    z.record(
      key,
      z.union([words(4), z.strictObject({ letter: words(4), no_ruby: z._default(z.boolean(), false) })]),
    ),
    {},
  ),
  figures,
});
export type PassageFile = z.output<typeof passageFormat>;

const opening = z._default(z.enum(['at_once', 'after_window']), 'after_window');
/** What every kind of exam says in its exam.yaml. */
const common = {
  name: line(60),
  description: words(1000),
  /** Everything in it is made up, and its times may be relative. */
  is_sample: z._default(z.boolean(), false),
  subjects: z.array(key).check(z.minLength(1), z.maxLength(20)),
  /** Corrections of the questions, shown while the exam runs; `at` from when. */
  errata: z._default(
    z.array(z.strictObject({ at: moment, subject: key, question: z.optional(key), text: line(600) })),
    [],
  ),
  /** Why keys were changed; shown to takers whose score changed. */
  corrections: z._default(
    z.array(
      z.strictObject({
        subject: key,
        question: key,
        text: line(300),
        /** `fair`: the old key counts as well, nobody loses a point · `exact`: the new one alone (exams.md 5 Re-grade). */
        policy: z._default(z.enum(['fair', 'exact']), 'fair'),
      }),
    ),
    [],
  ),
};
const mockExam = {
  ...common,
  grades: z._default(z.array(z.enum(courseGrades)), []),
  /** Yen, tax included. */
  fee: z._default(yen, 0),
  entry_from: moment,
  entry_until: moment,
  exam_from: moment,
  exam_until: moment,
  report_at: moment,
  marks_open: opening,
  keys_open: opening,
  /** How many schools may be named. */
  max_desired: z.optional(z.int().check(z.minimum(1), z.maximum(8))),
  /** At most `max` subjects of a group: 「理科は2科目まで」. */
  groups: z._default(
    z.array(
      z.strictObject({
        id: key,
        name: line(30),
        max: z.int().check(z.minimum(1)),
      }),
    ),
    [],
  ),
  totals: z._default(
    z.array(z.strictObject({ id: key, name: line(30), subjects: z.array(key).check(z.minLength(1)) })),
    [],
  ),
  /** Year of the borders it is judged by: borders/<year>.csv. */
  border_year: z.optional(z.int().check(z.minimum(2000), z.maximum(2100))),
};

/** exams/<id>/exam.yaml */
export const examFormat = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('university'), ...mockExam }),
  z.strictObject({ kind: z.literal('highschool'), ...mockExam }),
  z.strictObject({
    kind: z.literal('english'),
    ...common,
    /** 30 questions in three skills; open all the time. */
    level_from: words(10),
    level_to: words(10),
    retake_days: z._default(z.int().check(z.minimum(0), z.maximum(365)), 7),
  }),
  z.strictObject({
    kind: z.literal('konoshiki'),
    ...common,
    retake_days: z._default(z.int().check(z.minimum(0), z.maximum(365)), 14),
  }),
]);
export type ExamFile = z.output<typeof examFormat>;

/** units.yaml: what questions belong to, over all exams of the pack; `lessons` of the pack teach it. */
export const unitsFormat = z.array(
  z.strictObject({
    id: key,
    name: line(40),
    lessons: z._default(z.array(key).check(z.maxLength(12)), []),
  }),
);
export type UnitFile = z.output<typeof unitsFormat>[number];
