import * as z from 'zod/mini';
import { courseGrades } from './catalogue.ts';
import { namedSchema } from './course.ts';
import { emailField } from './profile.ts';
import { count, flag, list, numberOrNull, orNull, text } from './wire.ts';

/** The subjects of the entry exam, in the order in which they are offered (product.md 2.2.A `/entry-exam`: 3教科). */
export const entrySubjects = ['japanese', 'math', 'english'] as const;
export type EntrySubject = (typeof entrySubjects)[number];
/** Time for each of them, minutes (product.md 2.2.A `/entry-exam`). */
export const entryMinutes = 15;
/** Who may apply: the school years of courses, without guardians. */
export const entryGrades = courseGrades;
/** Days for which a mailed link is good, as that of an inquiry, and for which a result is kept. */
export const entryDays = { link: 7, result: 90 } as const;
/** Header with the token of the mailed link. */
export const entryTokenHeader = 'X-Entry-Token';

/** A question as it is asked: nothing in it tells the right answer. */
const asked = {
  id: z.string(),
  area: text,
  /** What is asked. */
  body: text,
  /** A passage that it refers to, paragraphs apart by line feeds; several questions may share one. */
  passage: text,
  /** Language of passage, quotation and options, where it is not Japanese. */
  lang: z.catch(z.enum(['ja', 'en']), 'ja'),
  /** A sentence of the question that stands apart. */
  quote: text,
  /** Chosen by number, counted from 1; empty: a whole number is typed. */
  options: list(z.string()),
};
export const entryQuestionSchema = z.object(asked);
export type EntryQuestion = z.output<typeof entryQuestionSchema>;

const areaSchema = z.object({ id: z.string(), name: text });

/** GET /api/exam/entry/: what the test measures, for everybody. 404: there is none. */
export const entryExamSchema = z.object({
  subjects: list(
    z.object({ id: z.enum(entrySubjects), name: text, minutes: count, questions: count, areas: list(text) }),
  ),
});
export type EntryExam = z.output<typeof entryExamSchema>;

/** POST /api/exam/entry/. */
export const entryInputSchema = z.object({
  grade: z.enum(entryGrades),
  subjects: z.array(z.enum(entrySubjects)).check(z.minLength(1), z.maxLength(entrySubjects.length)),
  email: emailField,
  agree_terms: z.literal(true),
});
export type EntryInput = z.output<typeof entryInputSchema>;
/** Its answer, the same for every address. `detail` can be shown as it is. */
export const entryAppliedSchema = z.object({ detail: text, email_masked: text });

const moment = z.int().check(z.minimum(0));
/**
 * Answers as they are saved: all of one subject. `at`, `hi`: when the learner changed it, by the two clocks of the device set
 * to the server's (exams.md 3.5), epoch ms; without `hi` it has one.
 */
const answersField = z
  .record(
    z.string().check(z.maxLength(64)),
    z.object({ value: z.string().check(z.maxLength(20)), at: moment, hi: z.optional(moment) }),
  )
  .check(z.refine((answers) => Object.keys(answers).length <= 60));
/**
 * PUT …/test/{subject}/answers/ and POST …/submit/. `client_at`: since which `server_now`, and how long that is by both
 * clocks, ms; from it the server sees which one was right.
 */
export const entryAnswersSchema = z.object({
  answers: answersField,
  client_at: z.optional(z.object({ since: moment, dlo: moment, dhi: moment })),
});
export type EntryAnswersInput = z.output<typeof entryAnswersSchema>;

const sentAnswers = z.catch(z.record(z.string(), z.object({ value: z.string(), at: z.number() })), {});

/** PUT …/answers/: what the server has now. Times epoch ms. */
export const entrySavedSchema = z.object({
  answers: sentAnswers,
  saved_at: z.number(),
  deadline_at: z.number(),
  server_now: z.number(),
});

/** How far a subject is: not begun · the time runs · over, handed in or by the clock. */
export const entryStates = ['ready', 'running', 'done'] as const;

const sittingSchema = z.object({
  id: z.enum(entrySubjects),
  name: text,
  minutes: count,
  /** How many questions it has. */
  count,
  state: z.catch(z.enum(entryStates), 'ready'),
  /** Epoch ms. */
  started_at: numberOrNull,
  deadline_at: numberOrNull,
  finished_at: numberOrNull,
  /** The clock ended it. */
  is_timed_out: flag,
  answers: sentAnswers,
  /** Only while the time runs. */
  areas: list(areaSchema),
  questions: list(entryQuestionSchema),
});
export type EntrySitting = z.output<typeof sittingSchema>;

const markedSchema = z.object({
  ...asked,
  /** What was answered; empty: nothing. */
  value: text,
  answer: text,
  is_right: flag,
  why: list(z.string()),
});
export type EntryMarked = z.output<typeof markedSchema>;

const resultSchema = z.object({
  subjects: list(
    z.object({
      id: z.enum(entrySubjects),
      name: text,
      /** Not begun until the test was ended: nothing is counted. */
      is_taken: flag,
      is_timed_out: flag,
      right: count,
      total: count,
      areas: list(
        z.object({
          ...areaSchema.shape,
          right: count,
          total: count,
          /** Courses on sale that teach it, those for the learner's school year first. */
          courses: list(namedSchema),
        }),
      ),
      questions: list(markedSchema),
    }),
  ),
});
export type EntryResult = z.output<typeof resultSchema>;
export type EntrySubjectResult = EntryResult['subjects'][number];

/** GET /api/exam/entry/test/ and every change of it: the whole test behind a mailed link. Times epoch ms. */
export const entryTestSchema = z.object({
  id: z.string(),
  grade: text,
  email_masked: text,
  server_now: z.number(),
  /** Until when the link can be opened. */
  expires_at: z.number(),
  finished_at: numberOrNull,
  subjects: list(sittingSchema),
  /** When the test has ended; until then nobody learns a right answer. */
  result: orNull(resultSchema),
  /** Until when the result is kept; `null`: there is none yet. */
  kept_until: numberOrNull,
});
export type EntryTest = z.output<typeof entryTestSchema>;
