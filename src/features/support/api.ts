import type * as z from 'zod/mini';
import { type FaqEntry, faqSchema } from '#contracts/cms.ts';
import { pageOf } from '#contracts/page.ts';
import {
  inquiryLinkSentSchema,
  inquiryOpenedSchema,
  inquirySchema,
  inquirySummarySchema,
  inquiryTokenHeader,
} from '#contracts/support.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { type StoredCopy, storedCopy } from '#shared/lib/public/storedCopy.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const inquiryPath = '/api/support/inquiry/';
const pageSchema = pageOf(inquirySummarySchema);
/** A page of a member's inquiries. */
export type InquiryPage = z.output<typeof pageSchema>;

/** The addresses for questions: a guest sends name and address, a member's are those of the account. */
export const letterPaths = {
  guest: '/api/support/contact/',
  member: inquiryPath,
  reply: (id: string) => `${inquiryPath}${encodeURIComponent(id)}/message/`,
} as const;

const right = (access: string | null) => (access ? { [inquiryTokenHeader]: access } : undefined);

/** GET /api/cms/faq/ */
export async function getFaq(options: FetchOptions): Promise<FaqEntry[]> {
  const { results } = await getJson('/api/cms/faq/', { schema: faqSchema, ...options });
  return results;
}

/** GET /api/support/inquiry/: a page of a member's inquiries. */
export function getInquiries(query: string, options: AskOptions): Promise<InquiryPage> {
  return getJson(inquiryPath, { query: pageQuery(query), schema: pageSchema, ...options });
}

export function copyOfInquiries(owner: string, query: string): StoredCopy<InquiryPage> {
  return storedCopy(() => sessionStorage, `inquiries.${owner}.${query}`, pageSchema);
}

/** GET /api/support/inquiry/{id}/ */
export function getInquiry(id: string, access: string | null, options: AskOptions) {
  const path = `${inquiryPath}${encodeURIComponent(id)}/`;
  return getJson(path, { schema: inquirySchema, headers: right(access), slot: access ?? '', ...options });
}

/** POST …/close/ or …/reopen/; returns the thread. */
export function moveInquiry(id: string, to: 'close' | 'reopen', access: string | null, key: string) {
  const path = `${inquiryPath}${encodeURIComponent(id)}/${to}/`;
  return sendJson('POST', path, { schema: inquirySchema, headers: right(access), idempotencyKey: key });
}

/** POST …/open/: exchanges the token of a mailed link; it works only once. */
export function openLink(token: string) {
  return sendJson('POST', `${inquiryPath}open/`, { body: { token }, schema: inquiryOpenedSchema });
}

/** POST …/link/: requests a new link; the answer is the same whether such an inquiry exists or not. */
export async function askForLink(number: string, email: string, key: string): Promise<string> {
  const { detail } = await sendJson('POST', `${inquiryPath}link/`, {
    body: { number, email },
    schema: inquiryLinkSentSchema,
    idempotencyKey: key,
  });
  return detail;
}
