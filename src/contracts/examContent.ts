/**
 * A subject of an exam as takers see it, and what marks it (exams.md 2.1). A paper contains no right answers: keys and
 * explanations are in a second file with its own encryption key.
 */
import * as z from 'zod/mini';
import { count, flag, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** What an exam is: mock exam of the university or high-school kind, English test, diagnosis. */
export const examKinds = ['university', 'highschool', 'english', 'konoshiki'] as const;
export type ExamKind = (typeof examKinds)[number];

/** Kinds of slots, the smallest things that take an answer. `self`: a long written answer that the taker marks. */
export const slotKinds = ['choice', 'mark', 'text', 'number', 'self'] as const;
export type SlotKind = (typeof slotKinds)[number];

/** The value of 「わからない」 in a diagnosis: it counts as answered and gives no points (exams.md 2.1). */
export const unknownValue = '?';

/** Signs a mark box takes unless the exam says otherwise. */
export const markSigns = '-0123456789abcd';

/**
 * A slot. Its cell holds, by kind: `choice` the value of the option (several: joined by commas in the order of the
 * options) · `mark` one sign · `text` and `number` the input as typed · `self` the text.
 */
export const slotSchema = z.object({
  id: z.string(),
  kind: z.enum(slotKinds),
  /** 解答番号 as it is printed: `12`, `ア`. */
  label: text,
  /** Of a choice: `value` is what is stored; `html` was made at import. */
  options: list(z.object({ value: z.string(), html: text })),
  /** Of a choice: how many may be chosen. */
  max: z.catch(z.number(), 1),
  /** Of a mark: the signs of the pad, in order. */
  signs: text,
  /** Of a self slot: the maximum number of signs (`null`: no limit), and whether drawing is allowed. */
  chars: numberOrNull,
  is_drawn: flag,
});
export type Slot = z.output<typeof slotSchema>;

/** What a taker may know of a scoring group: its points, its slots, 完答 or 順不同. */
export const askedGroupSchema = z.object({
  id: z.string(),
  slots: list(z.string()),
  points: count,
  rule: text,
});

export const questionSchema = z.object({
  id: z.string(),
  /** Place in the subject, counted from 1. */
  no: count,
  /** As it is printed: `問1`, `(2)`. */
  label: text,
  /** The unit it is about; the paper's `units` has the names. */
  unit: text,
  /** Ids of its passage and of the mark in that passage. */
  passage: textOrNull,
  anchor: textOrNull,
  /** Made at import: sanitised, formulas set, boxes in place of `\mark{…}`. */
  html: text,
  /** Text for reading aloud, where it differs. */
  reading: text,
  lang: z.catch(z.enum(['ja', 'en']), 'ja'),
  /** Id of the track that the taker must hear for it. */
  track: textOrNull,
  /** A skill of the English test: `grammar`, `reading`, `listening`. */
  skill: text,
  slots: list(slotSchema),
  groups: list(askedGroupSchema),
});
export type Question = z.output<typeof questionSchema>;

export const passageKinds = ['text', 'vertical', 'table', 'figure', 'script'] as const;
export const passageSchema = z.object({
  id: z.string(),
  kind: z.catch(z.enum(passageKinds), 'text'),
  title: text,
  lang: z.catch(z.enum(['ja', 'en']), 'ja'),
  /** Sanitised; marks are `<span data-anchor="a1">`, blanks `<span data-blank="ア">`. */
  html: text,
  anchors: list(z.object({ id: z.string(), label: text })),
  /** Of a figure: a file of the pack, a short and a long description. */
  figure: orNull(z.object({ file: z.string(), alt: text, long: text, width: count, height: count })),
});
export type Passage = z.output<typeof passageSchema>;

export const sectionSchema = z.object({
  id: z.string(),
  name: text,
  /** Text above its questions, HTML. */
  html: text,
  passages: list(z.string()),
  questions: list(questionSchema),
});

/**
 * 選択問題: the taker chooses this many of these sections. The choice is stored in the cell `pick:<id>`: ids of sections
 * joined by commas in the order of the paper.
 */
export const choiceSchema = z.object({ id: z.string(), name: text, choose: count, of: list(z.string()) });

/**
 * A track of the listening part. Silence is part of the file, so that timing does not depend on the browser
 * (exams.md 2.1).
 */
export const trackSchema = z.object({
  id: z.string(),
  name: text,
  file: z.string(),
  seconds: count,
  plays: z.catch(z.number(), 1),
  gap_sec: count,
  preview_sec: count,
  /** Shown instead of the sound to takers who may read it, HTML; empty in everybody else's paper. */
  script: text,
});
export type Track = z.output<typeof trackSchema>;

/** The questions of a subject: the file `paper.json` of its pack. */
export const paperSchema = z.object({
  format: z.literal(1),
  exam: z.string(),
  subject: z.string(),
  /** Of the exam's content, as in the manifest. */
  version: z.string(),
  name: text,
  minutes: count,
  points: count,
  units: list(z.object({ id: z.string(), name: text })),
  sections: list(sectionSchema),
  choices: list(choiceSchema),
  passages: list(passageSchema),
  tracks: list(trackSchema),
});
export type Paper = z.output<typeof paperSchema>;

/** Shown with the answers: the file `answers.json` of the second pack, available from `keys_open` on. */
export const answersFileSchema = z.object({
  format: z.literal(1),
  subject: z.string(),
  version: z.string(),
  /** By question. `why`: HTML. `lessons`: keys of lessons that teach it. */
  questions: list(
    z.object({
      id: z.string(),
      why: text,
      lessons: list(z.string()),
      /** By slot, the key as it is printed. */
      keys: z.catch(z.record(z.string(), z.string()), {}),
      /** Of self slots. */
      rubric: list(z.object({ text, points: count })),
      model: text,
    }),
  ),
  /** By track. HTML. */
  tracks: list(z.object({ id: z.string(), script: text, translation: text })),
});
export type AnswersFile = z.output<typeof answersFileSchema>;
