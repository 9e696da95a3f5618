/** Who may come in by a mailed link, without a login: to an inquiry, or to a test of the entry exam. */
import { entryTokenHeader } from '#contracts/entryExam.ts';
import { inquiryTokenHeader } from '#contracts/support.ts';
import { countCall } from '../db/callCounts.ts';
import type { EntryTestRow } from '../db/schema/entryExam.ts';
import type { InquiryRow } from '../db/schema/support.ts';
import type { AppContext, Deps } from '../deps.ts';
import { testOfLink } from '../domain/entryExam/store.ts';
import { mayRead } from '../domain/inquiry/policy.ts';
import { findInquiry } from '../domain/inquiry/store.ts';
import { ApiError, notFound, rateLimited } from '../errors.ts';

/** Characters of a token that is looked up. Ours are shorter, so a longer one is never hashed. */
const longest = 128;

/** Changes of one test in a minute before 429; product.md 3.9.17 allows 60 for saves alone. */
const changesPerMinute = 90;

/** The token that the app sends along in a header; `null`: none that could be one of ours. */
function tokenIn(c: AppContext, header: string): string | null {
  const token = c.req.header(header) ?? '';
  return token === '' || token.length > longest ? null : token;
}

/** Whether the caller may see an inquiry: it is theirs, or they opened its mailed link. */
export function mayReadInquiry(c: AppContext, { db, clock }: Deps, id: string): Promise<boolean> {
  const asker = { userId: c.get('user')?.id ?? null, access: tokenIn(c, inquiryTokenHeader) };
  return mayRead(db, asker, id, clock.now());
}

/**
 * The inquiry, if the caller may see it. A member gets 404 for what is not theirs. A guest is told to open the mailed
 * link, whether the inquiry exists or not.
 */
export async function requireInquiry(c: AppContext, deps: Deps, id: string): Promise<InquiryRow> {
  const isAllowed = await mayReadInquiry(c, deps, id);
  if (!isAllowed && c.get('user') === null)
    throw new ApiError(403, 'forbidden', '確認メールのリンクから開いてください。');
  const inquiry = isAllowed ? await findInquiry(deps.db, id) : undefined;
  if (!inquiry) throw notFound();
  return inquiry;
}

/** A test for a caller with its mailed link. `until`: when the link ends. */
export type Admitted = { test: EntryTestRow; until: Date };

/**
 * The test behind a mailed link; nothing else opens it. 410 `link_expired` for a link that has expired or was never
 * sent: both get the same answer. Never 401, which would end the session of a member (session.md 11.2).
 */
export async function requireTest(c: AppContext, { db, clock }: Deps): Promise<Admitted> {
  const token = tokenIn(c, entryTokenHeader);
  const found = token === null ? null : await testOfLink(db, token, clock.now());
  if (!found)
    throw new ApiError(410, 'link_expired', 'リンクの有効期限が切れています。もう一度お申し込みください。');
  return found;
}

/** The same for a change, counted by test, because a whole class may write behind one address. */
export async function requireTestToChange(c: AppContext, deps: Deps): Promise<Admitted> {
  const admitted = await requireTest(c, deps);
  const usage = await countCall(deps.db, `entry-change:${admitted.test.id}`, 60, deps.clock.now());
  if (usage.count > changesPerMinute) throw rateLimited(usage.resetsIn / 1000);
  return admitted;
}
