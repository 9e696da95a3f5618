import * as z from 'zod/mini';
import { inquiryCategories } from './support.ts';
import { count, list, text } from './wire.ts';

/** One version of a page: its number, since when it is valid (ISO time) and what changed, in words. */
export const pageVersionSchema = z.object({ version: count, effective_at: text, changes: text });
export type PageVersion = z.output<typeof pageVersionSchema>;

/**
 * GET /api/cms/page/{slug}/ (product.md 3.4, data of 2.2.B): the version in force, or with `?version=` any other.
 * `body_html` is cleaned by the server; `headings` are its second-level headings, for a table of contents.
 */
export const cmsPageSchema = z.object({
  slug: z.string(),
  title: text,
  ...pageVersionSchema.shape,
  body_html: text,
  headings: list(z.string()),
  /** Every version, the newest first. */
  versions: list(pageVersionSchema),
});
export type CmsPage = z.output<typeof cmsPageSchema>;

/** A frequent question. `keywords`: other words that people use for it. */
export const faqEntrySchema = z.object({
  id: z.string(),
  category: z.catch(z.enum(inquiryCategories), 'other'),
  question: text,
  answer_html: text,
  keywords: list(z.string()),
});
export type FaqEntry = z.output<typeof faqEntrySchema>;

/** GET /api/cms/faq/: all of them, in the operator's order. */
export const faqSchema = z.object({ results: list(faqEntrySchema) });
