import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { oneLine } from './plainText.ts';
import { emailField, grades, nameField, tidyName } from './profile.ts';
import { tokenField } from './signup.ts';
import { count, list, text } from './wire.ts';

/** What an inquiry is about. */
export const inquiryCategories = ['account', 'course', 'payment', 'exam', 'technical', 'other'] as const;
export const inquiryStatuses = ['open', 'answered', 'closed'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Maximum number of files per message, and of bytes per file (product.md V14). */
export const fileLimits = { count: 3, size: 5 * 1024 * 1024 } as const;
/** File types that may be attached, detected by the content and not by the name. */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf'] as const;
/** Header with the token that POST /api/support/inquiry/open/ answered, for people without an account. */
export const inquiryTokenHeader = 'X-Inquiry-Token';

const files = z._default(z.array(z.uuid()).check(z.maxLength(fileLimits.count)), []);
/** 10 to 2000 characters (product.md 2.2.B `/contact`). */
const question = z.string().check(z.trim(), z.minLength(10), z.maxLength(2000), noCard());
const about = {
  category: z.enum(inquiryCategories),
  body: question,
  files,
  order_no: z.optional(z.string().check(z.overwrite(tidyName), z.maxLength(40), noCard())),
};

/** POST /api/support/contact/ (product.md 3.4). */
export const contactInputSchema = z.object({
  ...about,
  name: nameField.check(z.minLength(1)),
  email: emailField,
  /** School year or standing of the sender (product.md 2.2.B `/contact`). */
  standing: z.optional(z.enum(grades)),
});
export type ContactInput = z.output<typeof contactInputSchema>;
/** Its answer. */
export const contactedSchema = z.object({ id: text, number: text, email_masked: text });
export type Contacted = z.output<typeof contactedSchema>;

/** POST /api/support/inquiry/: a question of a member; name and address come from the account. */
export const inquiryInputSchema = z.object(about);
/** POST /api/support/inquiry/{id}/message/. */
export const messageInputSchema = z.object({
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), noCard()),
  files,
});
/** POST /api/support/inquiry/link/: a guest wants the link to an inquiry again. */
export const inquiryLinkSchema = z.object({
  number: z.string().check(
    z.overwrite((text) => oneLine(text.normalize('NFKC'))),
    z.toUpperCase(),
    z.maxLength(20),
  ),
  email: emailField,
});
/** Its answer, the same whether there is such an inquiry or not. `detail` can be shown as it is. */
export const inquiryLinkSentSchema = z.object({ detail: z.string() });
/** POST /api/support/inquiry/open/: the token of a mailed link, valid once. */
export const inquiryOpenSchema = z.object({ token: tokenField });
/** Its answer: the inquiry, and the `X-Inquiry-Token` to send until it expires. */
export const inquiryOpenedSchema = z.object({ id: z.string(), access: z.string(), expires_at: text });

/**
 * A file that was sent. `url` opens it for everybody who may see the inquiry. For an hour or two it works for anyone
 * who has it, so that a browser can save the file: a link sends no token.
 */
export const supportFileSchema = z.object({ id: z.string(), name: text, type: text, size: count, url: text });
export type SupportFile = z.output<typeof supportFileSchema>;

const summary = {
  id: z.string(),
  number: text,
  category: z.catch(z.enum(inquiryCategories), 'other'),
  subject: text,
  status: z.catch(z.enum(inquiryStatuses), 'open'),
  created: text,
  updated: text,
};
/** An entry of GET /api/support/inquiry/. */
export const inquirySummarySchema = z.object(summary);
/** GET /api/support/inquiry/{id}/: the whole thread. */
export const inquirySchema = z.object({
  ...summary,
  messages: list(
    z.object({
      id: z.string(),
      from: z.catch(z.enum(['user', 'staff']), 'user'),
      body: text,
      files: list(supportFileSchema),
      created: text,
    }),
  ),
});
export type Inquiry = z.output<typeof inquirySchema>;
