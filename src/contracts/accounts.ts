import * as z from 'zod/mini';
import { longestEmail, tidyEmail } from './email.ts';
import { flag, id, isoTime, text, textOrNull } from './wire.ts';

/** POST accounts/login/ (specification.md 7; field names session.md 5.2). */
export const loginInputSchema = z.object({
  /** Read as in every other form. An impossible address gets the same refusal as an unknown one. */
  email: z.string().check(z.overwrite(tidyEmail), z.minLength(1), z.maxLength(longestEmail)),
  password: z.string().check(z.minLength(1), z.maxLength(256)),
  /** Name of the device shown in the learner's list of devices. */
  device: z.optional(z.string().check(z.maxLength(120))),
});
export type LoginInput = z.output<typeof loginInputSchema>;

/** POST accounts/token/refresh/: the body is exactly this (session.md 6.3). */
export const refreshInputSchema = z.object({ refresh: z.string().check(z.minLength(1), z.maxLength(4096)) });

/** Answer of login and refresh. A missing refresh token is allowed (session.md 5.3, 6.5). */
export const tokensSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
});
export type Tokens = z.output<typeof tokensSchema>;

export const themes = ['system', 'light', 'dark'] as const;
export const fontScales = ['small', 'normal', 'large', 'xlarge'] as const;
/** Speeds of the player (product.md 1.1). */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** `HH:MM`. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** How the learner wants to see and hear things (product.md 2.1 User.preference). */
export const preferenceSchema = z.object({
  furigana: z.catch(z.boolean(), false),
  font_scale: z.catch(z.enum(fontScales), 'normal'),
  theme: z.catch(z.enum(themes), 'system'),
  playback_rate: z.catch(z.number().check(z.minimum(0.5), z.maximum(2)), 1),
  caption: z.catch(z.boolean(), true),
  wifi_only: z.catch(z.boolean(), false),
  /** No message is sent between these times of the day (Japan). If both are equal, messages may come at any time. */
  quiet_from: z.catch(timeOfDay, '22:00'),
  quiet_to: z.catch(timeOfDay, '07:00'),
  /** When a study reminder is sent to a learner who wants one. */
  remind_at: z.catch(timeOfDay, '19:00'),
  /** Whether questions that were right but flagged in an exam become review cards (exams.md 6). */
  review_flagged: z.catch(z.boolean(), true),
});
export type Preference = z.output<typeof preferenceSchema>;

/**
 * PATCH accounts/user/: what a learner may change about themselves so far. Strict. `client_at`: when they chose it. The
 * newest change of each field wins (settingsRule.ts).
 */
export const userInputSchema = z.object({
  preference: z.optional(
    z.partial(
      z.object({
        furigana: z.boolean(),
        font_scale: z.enum(fontScales),
        theme: z.enum(themes),
        playback_rate: z.number().check(z.minimum(0.5), z.maximum(2)),
        caption: z.boolean(),
        wifi_only: z.boolean(),
        quiet_from: timeOfDay,
        quiet_to: timeOfDay,
        remind_at: timeOfDay,
        review_flagged: z.boolean(),
      }),
    ),
  ),
  client_at: z.optional(isoTime),
});
export type UserInput = z.output<typeof userInputSchema>;

/**
 * GET accounts/user/: the user without a wrapper (specification.md 3). The answer only has to be an object. A user with
 * nothing but `id` and `scope` can open every member page (session.md 9.2). `scope` is kept as it came.
 */
export const userSchema = z.object({
  id: z.catch(id, ''),
  email: text,
  family_name: text,
  given_name: text,
  grade: textOrNull,
  scope: z.optional(z.unknown()),
  preference: z.catch(z.optional(preferenceSchema), undefined),
  must_change_password: flag,
  /** `false` only while a sign-up is not finished. A backend that does not send this field has no such step. */
  profile_completed: z.catch(z.boolean(), true),
  unread_count: z.catch(z.number(), 0),
});
export type User = z.output<typeof userSchema>;
