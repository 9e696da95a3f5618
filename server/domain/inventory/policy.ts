import { type SQL, sql } from 'drizzle-orm';
import { type Db, jsonList, queryRows } from '../../db/client.ts';
import { inventories } from '../../db/schema/learning.ts';
import { ApiError } from '../../errors.ts';

/** A user's access to a course: the item that counts, and whether it may still be watched. */
export type Access = { inventoryId: number; isOpen: boolean; expireAt: Date | null };

/** An item as a query brings it, see `accessJson`. */
export type AccessRow = { course_id: number; id: number; expire_at: string | null; is_open: boolean };

/**
 * A JSON list of `AccessRow`: for each course the item that counts for the user. A running item comes before an ended
 * one, then the one that runs longest, then the newest. After a renewal a course has two items. `courses`: a list or a
 * query in brackets; `at`: an ISO 8601 text.
 */
export function accessJson(userId: SQL, courses: SQL, at: SQL, only: SQL = sql`true`): SQL {
  return jsonList(
    sql`counting`,
    sql`(select distinct on (course_id) course_id, id, expire_at,
                (expire_at is null or expire_at > ${at}::timestamptz) as is_open
         from ${inventories}
         where user_id = ${userId} and course_id in ${courses} and ${only}
         order by course_id, is_open desc, expire_at desc nulls first, id desc) as counting`,
  );
}

/** The result of `accessJson`, by course. Courses without an item are left out. */
export function accessByCourse(rows: AccessRow[]): Map<number, Access> {
  return new Map(
    rows.map((row) => [
      row.course_id,
      {
        inventoryId: row.id,
        isOpen: row.is_open,
        expireAt: row.expire_at === null ? null : new Date(row.expire_at),
      },
    ]),
  );
}

/** A user's access to each of the courses. Courses without an item are left out. */
export function accessOf(
  db: Db,
  userId: number,
  courseIds: number[],
  now: number,
): Promise<Map<number, Access>> {
  return readAccess(db, userId, courseIds, now, sql`true`);
}

/** The same, without access from a plan (`access.ts` of subscriptions). */
export function boughtAccessOf(
  db: Db,
  userId: number,
  courseIds: number[],
  now: number,
): Promise<Map<number, Access>> {
  return readAccess(db, userId, courseIds, now, sql`(product_id is null or product_id not like 'plan-%')`);
}

async function readAccess(
  db: Db,
  userId: number,
  courseIds: number[],
  now: number,
  only: SQL,
): Promise<Map<number, Access>> {
  if (courseIds.length === 0) return new Map();
  const at = new Date(now).toISOString();
  const [row] = await queryRows<{ access: AccessRow[] }>(
    db,
    sql`select ${accessJson(sql`${userId}`, sql`${courseIds}`, sql`${at}`, only)} as access`,
  );
  return accessByCourse(row?.access ?? []);
}

/** A user's access to one course, or `null`. */
export async function accessToCourse(
  db: Db,
  userId: number,
  courseId: number,
  now: number,
): Promise<Access | null> {
  return (await accessOf(db, userId, [courseId], now)).get(courseId) ?? null;
}

/** Whether the item of the specification has ended at `now`. */
export function isExpired(expireAt: Date | null, now: number): boolean {
  return expireAt !== null && expireAt.getTime() <= now;
}

/**
 * Allows only people who may open lessons and material now: owners within their time, and for a free lesson everybody
 * who is signed in. 403 `access_expired` (product.md V21) or `forbidden` (V22).
 */
export function requireOpen(access: Access | null, isFree = false): void {
  if (isFree || access?.isOpen) return;
  if (access) {
    throw new ApiError(
      403,
      'access_expired',
      '視聴期限が終了しています。お気に入りやメモ、学習の記録はこれからも見られます。',
    );
  }
  throw new ApiError(403, 'forbidden', 'この教材は、講座を購入した方だけが見られます。');
}

/**
 * Allows only people who may keep marks on a lesson: owners, also after the end (marks that were made offline before
 * may arrive later), and for a free lesson everybody who is signed in. 403 `forbidden`.
 */
export function requireOwned(access: Access | null, isFree = false): void {
  if (isFree || access) return;
  throw new ApiError(403, 'forbidden', 'この教材は、講座を購入した方だけが使えます。');
}
