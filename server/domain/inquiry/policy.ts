import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inquiries, inquiryLinks } from '../../db/schema/support.ts';
import { hashToken } from '../accounts/tokens.ts';

/** Who asks for an inquiry. `access`: what they got for a mailed link (store.ts `openLink`). */
export type Asker = { userId: number | null; access: string | null };

async function isOwn(db: Db, userId: number, id: string): Promise<boolean> {
  const isTheirs = and(eq(inquiries.id, id), eq(inquiries.userId, userId));
  const rows = await db.select({ id: inquiries.id }).from(inquiries).where(isTheirs).limit(1);
  return rows.length > 0;
}

/** Whether a mailed link was opened for this inquiry, and the access from it is still valid. */
async function hasGuestRight(db: Db, access: string, id: string, now: number): Promise<boolean> {
  const isGood = and(
    eq(inquiryLinks.accessHash, hashToken(access)),
    eq(inquiryLinks.inquiryId, id),
    gt(inquiryLinks.accessExpires, new Date(now)),
  );
  const rows = await db.select({ id: inquiryLinks.inquiryId }).from(inquiryLinks).where(isGood).limit(1);
  return rows.length > 0;
}

/** Whether somebody may see an inquiry: it is theirs, or they opened its mailed link. */
export async function mayRead(db: Db, { userId, access }: Asker, id: string, now: number): Promise<boolean> {
  if (userId !== null && (await isOwn(db, userId, id))) return true;
  return access !== null && hasGuestRight(db, access, id, now);
}
