import * as z from 'zod/mini';
import { courseCardSchema, sampleLessonSchema } from './catalogue.ts';
import { namedSchema } from './course.ts';
import { noticeSchema } from './study.ts';
import { count, flag, id, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/**
 * How somebody got into the school they wanted (product.md 2.1 SuccessStory). `is_sample`: an invented example; screens
 * say so. `before`, `after`: deviation scores. `courses`: those they used that are on sale.
 */
export const successStorySchema = z.object({
  id: z.string(),
  year: count,
  is_sample: flag,
  nickname: text,
  school_from: text,
  passed: list(z.object({ name: text, faculty: text, region: text })),
  before: numberOrNull,
  after: numberOrNull,
  courses: list(namedSchema),
  body: text,
  advice: text,
});
export type SuccessStory = z.output<typeof successStorySchema>;

/** GET /api/cms/success/{year}/ (product.md 3.4, data of 2.2.A). */
export const successYearSchema = z.object({
  year: count,
  /** Every year there is, the newest first. */
  years: list(z.number()),
  /** An archived page: the stories are told as they were then. */
  is_archive: flag,
  /** How the numbers are counted; shown beside them. */
  rule: text,
  totals: list(z.object({ name: text, count, note: text })),
  stories: list(successStorySchema),
  /** Courses on sale that the stories name. */
  courses: list(courseCardSchema),
});
export type SuccessYear = z.output<typeof successYearSchema>;

/** Drawings that a campaign may begin with. */
export const heroPictures = ['lesson', 'learning', 'family', 'season'] as const;
export type HeroPicture = (typeof heroPictures)[number];
/** Where the main action of a campaign leads. */
export const campaignTargets = ['signup', 'catalogue', 'contact'] as const;
export type CampaignTarget = (typeof campaignTargets)[number];

const head = { heading: text, lead: text };

/** A part of a campaign's page; the app leaves out kinds it does not know. */
export const campaignSectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cards'),
    ...head,
    cards: list(z.object({ title: text, body: text, tag: text })),
  }),
  z.object({
    kind: z.literal('steps'),
    ...head,
    /** `mark`: shown instead of the number, such as a week. */
    steps: list(z.object({ title: text, body: text, mark: text })),
  }),
  z.object({
    kind: z.literal('questions'),
    ...head,
    questions: list(z.object({ question: text, answer: text })),
  }),
  z.object({ kind: z.literal('words'), ...head, body: text }),
  /** A week of study, Monday first; always an example. */
  z.object({ kind: z.literal('week'), ...head, total: text, minutes: list(z.number()) }),
  /** Courses on sale now; the campaign itself may have sold others. */
  z.object({ kind: z.literal('courses'), ...head, courses: list(courseCardSchema) }),
  z.object({ kind: z.literal('stories'), ...head, stories: list(successStorySchema) }),
]);
export type CampaignSection = z.output<typeof campaignSectionSchema>;

/**
 * GET /api/cms/campaign/{slug}/ (product.md 3.4, data of 2.2.A). Only `ends_at` says whether it is over: a flag in a
 * cached copy would become wrong.
 */
export const campaignSchema = z.object({
  slug: z.string(),
  /** The campaign of which this is another version; it is the canonical page for search engines. */
  canonical: textOrNull,
  title: text,
  starts_at: text,
  ends_at: text,
  hero: z.object({
    eyebrow: text,
    heading: list(z.string()),
    lead: text,
    note: text,
    picture: z.catch(z.enum(heroPictures), 'season'),
  }),
  cta: z.object({ to: z.catch(z.enum(campaignTargets), 'signup'), label: text, note: text }),
  sections: list(campaignSectionSchema),
});
export type Campaign = z.output<typeof campaignSchema>;

/**
 * A running or coming mock exam, as the public may know it (product.md 2.2.A `/konomoshi`). Times ISO 8601, `fee` yen
 * with tax, `subjects` their names.
 */
export const announcedExamSchema = z.object({
  id,
  name: text,
  kind: text,
  fee: count,
  entry_from: textOrNull,
  entry_until: textOrNull,
  exam_from: textOrNull,
  exam_until: textOrNull,
  subjects: list(z.string()),
});
export type AnnouncedExam = z.output<typeof announcedExamSchema>;

/** Whom the home page is for (product.md 3.4). */
export const homeAudiences = ['student', 'parent'] as const;

/**
 * GET /api/cms/home/ (product.md 3.4, data of 2.2.A `/`): current content of the welcome page. A block without content,
 * or one that the server could not read, is empty; the other blocks are not affected.
 */
export const homeSchema = z.object({
  /** Running campaigns, the one that ends first comes first. */
  banners: list(z.object({ slug: z.string(), title: text, lead: text, ends_at: text })),
  /** A free lesson, and the course it is from. `thumbnail`: address of the course's picture. */
  sample: orNull(
    z.object({ course: z.extend(namedSchema, { thumbnail: textOrNull }), lesson: sampleLessonSchema }),
  ),
  /** Subjects with a course on sale. */
  subjects: list(namedSchema),
  /** The first ones of the catalogue. */
  courses: list(courseCardSchema),
  /** Stories of the newest year that has some. */
  stories: list(successStorySchema),
  /** The newest notices for everybody, pinned ones first. */
  notices: list(noticeSchema),
  /** Mock exams that are not over, soonest first. */
  exams: list(announcedExamSchema),
});
export type Home = z.output<typeof homeSchema>;
