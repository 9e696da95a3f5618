import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { composed } from './plainText.ts';
import { count, list, orNull, text, textOrNull } from './wire.ts';

/** Maximum length of the learner's message to their family. */
export const longestComment = 200;

/** What the family can praise (product.md 4.6): the kind, and the amount. */
export const praiseKinds = ['unit', 'streak', 'more', 'begun', 'lessons', 'days'] as const;

/**
 * The last seven days of a learner (today included) as their family sees them: GET accounts/family-view/{token}/. The
 * learner sees the same preview. Nothing else leaves the account.
 */
export const familyReportSchema = z.object({
  /** Given name, may be empty. */
  name: text,
  /** `YYYY-MM-DD`, days of Japan, oldest first. */
  days: list(z.object({ date: text, minutes: count })),
  minutes: count,
  /** Minutes of the seven days before. */
  minutes_before: count,
  /** Days in a row with study. */
  streak: count,
  /** Finished lessons, latest first; `count` may be higher than the number of names. */
  lessons: z.catch(z.object({ count, items: list(z.object({ name: text, course: text, day: text })) }), {
    count: 0,
    items: [],
  }),
  /** Units of which the last lesson was finished. */
  units: list(z.object({ name: text, course: text })),
  /** One thing to praise; `name` is the unit's, `value` counts days, minutes or lessons. `null`: no study. */
  praise: orNull(z.object({ kind: z.enum(praiseKinds), value: count, name: text })),
  /** The learner's message, may be empty. */
  comment: text,
  commented_at: textOrNull,
  /** When the link ends. */
  expires_at: textOrNull,
});
export type FamilyReport = z.output<typeof familyReportSchema>;

/** The link to a learner's report. `opened_at`: when somebody last opened it. */
export const familyLinkSchema = z.object({
  url: z.string(),
  created: textOrNull,
  expires_at: textOrNull,
  opened_at: textOrNull,
});
export type FamilyLink = z.output<typeof familyLinkSchema>;

/** GET, POST, PATCH accounts/family-view/: the link (`null` if there is none), and what it shows. */
export const familyViewSchema = z.object({ link: orNull(familyLinkSchema), report: familyReportSchema });
export type FamilyView = z.output<typeof familyViewSchema>;

/** PATCH accounts/family-view/. */
export const familyCommentSchema = z.object({
  comment: z.string().check(z.overwrite(composed), z.trim(), z.maxLength(longestComment), noCard()),
});
