/**
 * Review cards (exams.md 6). Reviews are facts. The state of a card is never sent: both sides compute it by replaying
 * the logs (src/shared/lib/review/replay.ts). Times are ISO 8601.
 */
import * as z from 'zod/mini';
import { passageSchema, questionSchema } from './examContent.ts';
import { count, flag, id, idOrNull, isoTime, list, orNull, text, textOrNull } from './wire.ts';

/** もう一度, 難しい, できた, 簡単. */
export const ratings = [1, 2, 3, 4] as const;
export type Rating = (typeof ratings)[number];

/** Limits of cards per day, and of new ones among them. */
export const dailyCap = { all: 60, fresh: 20 } as const;
/**
 * The set of FSRS parameters of this release, in each review: two app versions with different parameters would compute
 * two states, and the logs say so (exams.md 9). A new name with every change in src/shared/lib/review/replay.ts.
 */
export const reviewParams = 'fsrs6-90-1';
/** How many of the latest reviews can be undone. */
export const undoDepth = 20;

const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** A log: a review, or the undo of one. An undo names the other log in `undoes`. */
export const reviewLogInputSchema = z.object({
  id: uuid,
  card: z.pipe(
    z.union([z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.int().check(z.minimum(1))]),
    z.transform((value) => Number(value)),
  ),
  rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  reviewed_at: isoTime,
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Missing from devices of the first release, whose set it is then. */
  params: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
  undoes: z.optional(z.nullable(uuid)),
  /** Milliseconds until the learner answered. */
  ms: z.optional(z.int().check(z.minimum(0), z.maximum(3_600_000))),
});
export type ReviewLogInput = z.output<typeof reviewLogInputSchema>;

/** POST /api/lms/review/answer/. */
export const reviewAnswerInputSchema = z.object({
  logs: z.array(reviewLogInputSchema).check(z.minLength(1), z.maxLength(100)),
});

export const reviewLogSchema = z.object({
  id: z.string(),
  card: id,
  rating: z.catch(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]), 3),
  reviewed_at: z.string(),
  device: text,
  /** `reviewParams` of the device; empty: not known. */
  params: text,
  undoes: textOrNull,
});
export type ReviewLog = z.output<typeof reviewLogSchema>;

/** `unknown`: logs whose card is gone or belongs to somebody else; the device drops them silently. */
export const reviewAnsweredSchema = z.object({
  logs: list(reviewLogSchema),
  unknown: list(z.string()),
  cursor: text,
});

export const reviewSources = ['mockexam', 'english', 'konoshiki', 'lesson'] as const;

/** What a learner hears for a question, and its words. */
const reviewTrackSchema = z.object({
  name: text,
  /** One of the card's files. */
  file: z.string(),
  /** HTML. Shown with the answer, and instead of the sound where there is none. */
  script: text,
  translation: text,
  /** The learner reads instead of listening (exams.md 3.7): the script belongs to the question. */
  is_read: flag,
});
export type ReviewTrack = z.output<typeof reviewTrackSchema>;

export const reviewCardSchema = z.object({
  id,
  source: z.catch(z.enum(reviewSources), 'mockexam'),
  /** Source: name of exam and subject. */
  exam: text,
  subject: text,
  unit: text,
  /** Where its question is from: the exam, the key of its subject, and the attempts in which it became a card. */
  exam_id: z._default(idOrNull, null),
  subject_id: z._default(text, ''),
  attempts: z._default(list(z.string()), []),
  /** Why it is there. */
  reason: z.catch(z.enum(['wrong', 'empty', 'unknown', 'flagged', 'added']), 'wrong'),
  /** The instruction above the questions of its section, HTML. */
  lead: text,
  question: questionSchema,
  passage: orNull(passageSchema),
  /** `null`: nothing is heard for this question. */
  track: orNull(reviewTrackSchema),
  /** The slots it asks for, and what is right. */
  slots: list(z.string()),
  keys: z.catch(z.record(z.string(), z.string()), {}),
  why: text,
  /** Files it shows and plays: name and address. */
  files: list(z.object({ name: z.string(), url: z.string() })),
  lesson: idOrNull,
  lesson_name: text,
  lesson_course: idOrNull,
  created: textOrNull,
  is_suspended: flag,
  /** The question is gone: the card is no longer shown, its logs stay. */
  is_withdrawn: flag,
});
export type ReviewCard = z.output<typeof reviewCardSchema>;

/** GET /api/lms/review/?after=: cards and logs changed after a cursor; send `cursor` with the next call. */
export const reviewSchema = z.object({
  cards: list(reviewCardSchema),
  logs: list(reviewLogSchema),
  /** How many cards there are in all. */
  count,
  cursor: text,
  has_more: flag,
  server_now: textOrNull,
});
export type Review = z.output<typeof reviewSchema>;

/** Most cards that one call may name. */
export const mostCardsAtOnce = 100;
/** GET /api/lms/review/cards/?ids=: own cards by their ids, with fresh addresses of their files. */
export const reviewCardsSchema = z.object({ cards: list(reviewCardSchema) });

/** PATCH /api/lms/review/{id}/. */
export const reviewCardInputSchema = z.object({ is_suspended: z.boolean() });

/** POST /api/lms/review/add/: questions of the learner's own attempt. */
export const reviewAddInputSchema = z.object({
  attempt: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  questions: z
    .array(z.string().check(z.minLength(1), z.maxLength(80)))
    .check(z.minLength(1), z.maxLength(200)),
});
/** Its answer: how many cards there are now. */
export const reviewAddedSchema = z.object({ count });
