import { and, eq, gt } from 'drizzle-orm';
import { inquiryTokenHeader } from '#contracts/support.ts';
import { type InquiryRow, inquiries, inquiryLinks } from '../db/schema/support.ts';
import type { AppContext, Deps } from '../deps.ts';
import { hashToken } from '../domain/accounts/tokens.ts';
import { ApiError, notFound } from '../errors.ts';

/** Whether a mailed link was opened for this inquiry, and the access from it is still valid. */
async function hasGuestRight(c: AppContext, { db, clock }: Deps, id: string): Promise<boolean> {
  const token = c.req.header(inquiryTokenHeader);
  if (!token || token.length > 128) return false;
  const isGood = and(
    eq(inquiryLinks.accessHash, hashToken(token)),
    eq(inquiryLinks.inquiryId, id),
    gt(inquiryLinks.accessExpires, new Date(clock.now())),
  );
  const rows = await db.select({ id: inquiryLinks.inquiryId }).from(inquiryLinks).where(isGood).limit(1);
  return rows.length > 0;
}

/** Whether the caller may see an inquiry: it is theirs, or they opened its mailed link. */
export async function mayRead(c: AppContext, deps: Deps, id: string): Promise<boolean> {
  const userId = c.get('user')?.id;
  if (userId !== undefined) {
    const isOwn = and(eq(inquiries.id, id), eq(inquiries.userId, userId));
    const rows = await deps.db.select({ id: inquiries.id }).from(inquiries).where(isOwn).limit(1);
    if (rows.length > 0) return true;
  }
  return hasGuestRight(c, deps, id);
}

/**
 * The inquiry, if the caller may see it. A member gets 404 for what is not theirs. A guest is told to open the mailed
 * link, whether the inquiry exists or not.
 */
export async function requireInquiry(c: AppContext, deps: Deps, id: string): Promise<InquiryRow> {
  const isAllowed = await mayRead(c, deps, id);
  if (!isAllowed && c.get('user') === null)
    throw new ApiError(403, 'forbidden', '確認メールのリンクから開いてください。');
  const [row] = isAllowed ? await deps.db.select().from(inquiries).where(eq(inquiries.id, id)).limit(1) : [];
  if (!row) throw notFound();
  return row;
}
