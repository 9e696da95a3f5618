import * as z from 'zod/mini';
import { userInputSchema, userSchema } from './accounts.ts';
import { emailShape, longestEmail, tidyEmail } from './email.ts';
import { noCard } from './freeText.ts';
import { oneLine, oneWidth } from './plainText.ts';
import { flag, orNull, text, textOrNull } from './wire.ts';

/** School years and standings (product.md 2.1 User.grade). */
export const grades = ['j1', 'j2', 'j3', 'h1', 'h2', 'h3', 'graduate', 'adult', 'guardian'] as const;
/** What a learner wants first (product.md 2.2 /signup/complete). */
export const goals = ['regular_test', 'high_school', 'university'] as const;

export const relations = ['father', 'mother', 'grandparent', 'other'] as const;
/** States of a guardian's confirmation (product.md 3.8). */
export const guardianStatuses = ['none', 'requested', 'confirmed', 'declined', 'expired'] as const;
export type GuardianStatus = (typeof guardianStatuses)[number];

/** Under this age a guardian has to confirm (product.md V11). */
export const fullAge = 18;

/**
 * A name or another line about a person as it is stored: the letters as written, in one width, without invisible
 * characters. 神 (U+FA19), 髙 and the variants of 邉 are letters of real names and stay.
 */
export function tidyName(text: string): string {
  return oneWidth(oneLine(text)).trim();
}

/** Half-width kana and hiragana become katakana, the marks ゝゞ too, as forms do it (product.md V6). */
function toKatakana(text: string): string {
  return text.replaceAll(/[\u3041-\u3096\u309d\u309e]/g, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) + 0x60),
  );
}

/** Characters of addresses and markup: a name must not carry a link into a mail to another person. */
export const badInName = /[<>@/\\:\p{Cc}\p{Cf}]/gu;
const noName = /^[^<>@/\\:\p{Cc}\p{Cf}]*$/u;

/** A person's name, 20 characters (product.md V5). */
export const nameField = z.string().check(z.overwrite(tidyName), z.maxLength(20), z.regex(noName), noCard());
/** Its reading: katakana with ー, ・, ヽ and ヾ, and a blank. */
export const kanaField = z
  .string()
  .check(
    z.overwrite(tidyName),
    z.overwrite(toKatakana),
    z.maxLength(20),
    z.regex(/^[\u30a1-\u30fe\u31f0-\u31ff ]*$/),
  );
/** 10 or 11 digits, hyphens are taken out (product.md V7); empty: none. */
export const phoneField = z.string().check(
  z.overwrite((text) => oneLine(text.normalize('NFKC')).replaceAll(/[-‐−ー() ]/g, '')),
  z.regex(/^(0\d{9,10})?$/),
);
/** An address that a person types, as it is stored and compared (`isEmail` uses the same rule). */
export const emailField = z
  .string()
  .check(z.overwrite(tidyEmail), z.maxLength(longestEmail), z.email({ pattern: emailShape }));

const shortText = (length: number) =>
  z.string().check(z.overwrite(tidyName), z.maxLength(length), z.regex(noName), noCard());

/** Who confirms for a learner under 18 (POST accounts/guardian/request/). */
export const guardianInputSchema = z.object({
  name: nameField.check(z.minLength(1)),
  name_kana: z._default(kanaField, ''),
  email: emailField,
  phone: z._default(phoneField, ''),
  relation: z.enum(relations),
});
export type GuardianInput = z.output<typeof guardianInputSchema>;

export const schoolField = z.object({ name: shortText(60), prefecture: shortText(4) });

/** Data that learners enter about themselves and may change. */
export const profileFields = {
  family_name: nameField,
  given_name: nameField,
  family_name_kana: kanaField,
  given_name_kana: kanaField,
  birth_date: z.iso.date(),
  grade: z.enum(grades),
  school: z.nullable(schoolField),
  phone: phoneField,
  goal: z.nullable(z.enum(goals)),
};

/** PUT accounts/profile/: the last step of a sign-up. Everything except birth date and grade may be left out. */
export const profileInputSchema = z.object({
  ...profileFields,
  family_name: z._default(nameField, ''),
  given_name: z._default(nameField, ''),
  family_name_kana: z._default(kanaField, ''),
  given_name_kana: z._default(kanaField, ''),
  school: z._default(z.nullable(schoolField), null),
  phone: z._default(phoneField, ''),
  goal: z._default(z.nullable(z.enum(goals)), null),
  guardian: z.optional(guardianInputSchema),
});
export type ProfileInput = z.output<typeof profileInputSchema>;

/** The mails and messages that a learner can turn on and off (product.md 2.1 User.notify). */
export const notifyFields = ['notice_mail', 'learning_mail', 'sale_mail', 'push', 'guardian_report'] as const;
export type Notify = Record<(typeof notifyFields)[number], boolean>;
const choice = z.optional(z.boolean());

/**
 * PATCH accounts/user/: later changes; only changed fields are sent. For preference and notify, the newest `client_at`
 * of each field wins.
 */
export const profilePatchSchema = z.extend(userInputSchema, {
  ...z.partial(z.object(profileFields)).shape,
  notify: z.optional(
    z.object({
      notice_mail: choice,
      learning_mail: choice,
      sale_mail: choice,
      push: choice,
      guardian_report: choice,
    }),
  ),
});

/** Answer of POST accounts/guardian/request/. */
export const guardianRequestedSchema = z.object({
  status: z.enum(guardianStatuses),
  email_masked: z.string(),
});

/** GET accounts/guardian/{token}/: what the guardian is asked. */
export const guardianQuestionSchema = z.object({
  learner_name: z.string(),
  guardian_name: z.string(),
  status: z.enum(guardianStatuses),
  expires_at: z.string(),
});

/** POST accounts/guardian/{token}/. Confirming needs the agreement to the terms (product.md V10). */
export const guardianDecisionSchema = z.object({
  decision: z.enum(['confirm', 'decline']),
  agree: z._default(z.boolean(), false),
});
export const guardianDecidedSchema = z.object({ status: z.enum(guardianStatuses) });

/**
 * The whole user, as GET and PATCH accounts/user/ and PUT accounts/profile/ answer it (product.md 2.1 User). The
 * session stores only what `userSchema` reads: the other fields do not belong on a device that a family shares.
 */
export const profileSchema = z.extend(userSchema, {
  family_name_kana: text,
  given_name_kana: text,
  /** `YYYY-MM-DD`. */
  birth_date: textOrNull,
  school: orNull(z.object({ name: text, prefecture: text })),
  phone: text,
  goal: textOrNull,
  /** Who made the account: `self`, or a parent (`guardian`), whose address then is that of the account. */
  registrant: textOrNull,
  guardian: orNull(
    z.object({
      name: text,
      name_kana: text,
      email: text,
      phone: text,
      relation: z.catch(z.enum(relations), 'other'),
      status: z.catch(z.enum(guardianStatuses), 'none'),
      confirmed_at: textOrNull,
    }),
  ),
  notify: orNull(
    z.object({
      notice_mail: z.catch(z.boolean(), true),
      learning_mail: z.catch(z.boolean(), true),
      sale_mail: flag,
      push: z.catch(z.boolean(), true),
      guardian_report: flag,
    }),
  ),
});
export type Profile = z.output<typeof profileSchema>;
