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
/** Days for which a mailed link is valid (the same as for an inquiry), and for which a result is kept. */
export const entryDays = { link: 7, result: 90 } as const;
/** Header with the token of the mailed link. */
export const entryTokenHeader = 'X-Entry-Token';

/** A question as it is asked: nothing in it tells the right answer. */
const asked = {
  id: z.string(),
  area: text,
  /** What is asked. */
  body: text,
  /**
   * A passage that the question refers to; line feeds separate its paragraphs. Several questions may share one passage.
   */
  passage: text,
  /** Language of passage, quotation and options, where it is not Japanese. */
  lang: z.catch(z.enum(['ja', 'en']), 'ja'),
  /** A quoted sentence that is shown apart from the question. */
  quote: text,
  /** Options to choose from by number, counted from 1; empty: the answer is a typed whole number. */
  options: list(z.string()),
};
export const entryQuestionSchema = z.object(asked);
export type EntryQuestion = z.output<typeof entryQuestionSchema>;

const areaSchema = z.object({ id: z.string(), name: text });

/** GET /api/exam/entry/: what the test measures; public. 404: there is no test. */
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
 * Answers of one subject as they are saved, always all of them. `at`, `hi`: when the learner changed the answer, by the
 * device's two clocks, each adjusted to the server's (exams.md 3.5), epoch ms. Without `hi` the device has one clock.
 */
const answersField = z
  .record(
    z.string().check(z.maxLength(64)),
    z.object({ value: z.string().check(z.maxLength(20)), at: moment, hi: z.optional(moment) }),
  )
  .check(z.refine((answers) => Object.keys(answers).length <= 60));
/**
 * PUT …/test/{subject}/answers/ and POST …/submit/. `client_at`: a `server_now` of an earlier answer, and how much time
 * has passed since then by both clocks, ms. The server decides from it which clock was right.
 */
export const entryAnswersSchema = z.object({
  answers: answersField,
  client_at: z.optional(z.object({ since: moment, dlo: moment, dhi: moment })),
});
export type EntryAnswersInput = z.output<typeof entryAnswersSchema>;

const sentAnswers = z.catch(z.record(z.string(), z.object({ value: z.string(), at: z.number() })), {});

/** PUT …/answers/: the answers that the server has now. Times epoch ms. */
export const entrySavedSchema = z.object({
  answers: sentAnswers,
  saved_at: z.number(),
  deadline_at: z.number(),
  server_now: z.number(),
});

/** State of a subject: not begun · running · over (handed in, or ended by the clock). */
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
  /** The given answer; empty: none. */
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
      /** The subject was not begun before the test ended, so nothing is counted. */
      is_taken: flag,
      is_timed_out: flag,
      right: count,
      total: count,
      areas: list(
        z.object({
          ...areaSchema.shape,
          right: count,
          total: count,
          /** Courses on sale that teach it; courses for the learner's school year come first. */
          courses: list(namedSchema),
        }),
      ),
      questions: list(markedSchema),
    }),
  ),
});
export type EntryResult = z.output<typeof resultSchema>;
export type EntrySubjectResult = EntryResult['subjects'][number];

/** GET /api/exam/entry/test/ and every change of it: the whole test that a mailed link opens. Times epoch ms. */
export const entryTestSchema = z.object({
  id: z.string(),
  grade: text,
  email_masked: text,
  server_now: z.number(),
  /** Until when the link is valid. */
  expires_at: z.number(),
  finished_at: numberOrNull,
  subjects: list(sittingSchema),
  /** When the test has ended; no right answer is told before that. */
  result: orNull(resultSchema),
  /** Until when the result is kept; `null`: there is no result yet. */
  kept_until: numberOrNull,
});
export type EntryTest = z.output<typeof entryTestSchema>;
