import { createHmac, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type FamilyViewRow, familyViews, type UserRow, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { Keys } from '../../keys.ts';
import { hashToken } from '../accounts/tokens.ts';
import { lockUser } from '../profile/store.ts';

/** How long a link shows something, milliseconds. */
export const linkLifetime = 180 * 86_400_000;
/** How exactly the time of a visit is noted, milliseconds. */
const openedEvery = 60_000;

export const tokenOf = (keys: Keys, seed: string): string =>
  createHmac('sha256', keys.codes).update(`family-view\n${seed}`).digest('base64url');

/** 410 for a link that has expired, was replaced, was taken back or never existed: all get the same answer. */
export function viewExpired(): ApiError {
  return new ApiError(
    410,
    'link_expired',
    'このリンクは期限が切れています。お子さまの設定画面から再発行できます。お子さまに、新しいリンクを送ってもらってください。',
  );
}

/** The row of a learner's link, when there is one. */
export async function readRow(db: Db | Tx, userId: number): Promise<FamilyViewRow | undefined> {
  const rows = await db.select().from(familyViews).where(eq(familyViews.userId, userId)).limit(1);
  return rows[0];
}

/** Makes the link; an earlier link shows nothing any more. The learner's comment to their family stays. */
export async function makeLink(tx: Tx, deps: Deps, userId: number): Promise<void> {
  await lockUser(tx, userId);
  const now = deps.clock.now();
  const seed = randomUUID();
  const link = {
    seed,
    tokenHash: hashToken(tokenOf(deps.keys, seed)),
    created: new Date(now),
    expires: new Date(now + linkLifetime),
    opened: null,
  };
  await tx
    .insert(familyViews)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: familyViews.userId, set: link });
}

/** Takes the link back, and with it the comment. */
export async function dropLink(tx: Tx, userId: number): Promise<void> {
  await tx.delete(familyViews).where(eq(familyViews.userId, userId));
}

/** Stores the learner's comment to their family; 404 without a link, because nobody would read it. */
export async function saveComment(tx: Tx, deps: Deps, userId: number, comment: string): Promise<void> {
  const commented = comment === '' ? null : new Date(deps.clock.now());
  const saved = await tx
    .update(familyViews)
    .set({ comment, commented })
    .where(eq(familyViews.userId, userId))
    .returning({ userId: familyViews.userId });
  if (saved.length === 0) throw notFound();
}

type Found = { user: UserRow; view: FamilyViewRow };

/** The learner whose report the link shows; `null`: it shows none. */
export async function findView(deps: Deps, token: string): Promise<Found | null> {
  const now = new Date(deps.clock.now());
  const isGood = and(
    eq(familyViews.tokenHash, hashToken(token)),
    gt(familyViews.expires, now),
    isNull(users.withdrawn),
  );
  const [found] = await deps.db
    .select({ user: users, view: familyViews })
    .from(familyViews)
    .innerJoin(users, eq(users.id, familyViews.userId))
    .where(isGood)
    .limit(1);
  return found ?? null;
}

/** Notes that somebody looked, so that the learner knows. */
export async function noteOpened(deps: Deps, { view }: Found): Promise<void> {
  const now = deps.clock.now();
  if (view.opened && now - view.opened.getTime() < openedEvery) return;
  const isSame = eq(familyViews.tokenHash, view.tokenHash);
  await deps.db
    .update(familyViews)
    .set({ opened: new Date(now) })
    .where(isSame);
}
