import { and, eq, type SQL, sql } from 'drizzle-orm';
import { laterIntent } from '#contracts/markRule.ts';
import { type Db, jsonList, preparedJson, type Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses } from '../../db/schema/catalog.ts';
import { bookmarks } from '../../db/schema/learning.ts';
import { notFound } from '../../errors.ts';
import { type MarkRows, type Marks, marksJson, marksOf } from '../course/marks.ts';
import { versionNow } from '../course/trees.ts';
import { type Access, type AccessRow, accessByCourse, accessJson } from '../inventory/policy.ts';

export type BookmarkRow = typeof bookmarks.$inferSelect;

/** One page of a user's bookmarks with the data of the answer; the courses themselves are read by `version`. */
export type BookmarkPage = {
  version: string | null;
  count: number;
  rows: BookmarkRow[];
  marks: Marks;
  access: Map<number, Access>;
};

type Answer = {
  version: string | null;
  count: number;
  rows: (Pick<BookmarkRow, 'id' | 'userId' | 'courseId' | 'isCheck'> &
    Record<'clientAt' | 'created' | 'modified', string>)[];
  marks: MarkRows;
  access: AccessRow[];
};

function pageQuery(): SQL {
  const user = sql`${sql.placeholder('userId')}`;
  const here = sql`(select course_id from page)`;
  const rows = jsonList(
    sql`json_build_object('id', id, 'userId', user_id, 'courseId', course_id, 'isCheck', is_check,
          'clientAt', client_at, 'created', created, 'modified', modified)`,
    sql`page`,
    sql`place`,
  );
  return sql`with page as (
      select ${bookmarks}.*, row_number() over (
        order by ${bookmarks.isCheck} desc, ${bookmarks.clientAt} desc, ${bookmarks.id} desc) as place
      from ${bookmarks} where ${bookmarks.userId} = ${user}
      order by place limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')})
    select json_build_object('version', ${versionNow}, 'rows', ${rows}, 'marks', ${marksJson(user, here)},
      'count', (select count(*) from ${bookmarks} where ${bookmarks.userId} = ${user}),
      'access', ${accessJson(user, here, sql`${sql.placeholder('at')}`)})`;
}

/** Reads one page of a user's bookmarks: those that are on first, then by the last change. `now`: epoch ms. */
export function bookmarkPages(db: Db): (userId: number, page: number, now: number) => Promise<BookmarkPage> {
  const find = preparedJson<Answer>(db, 'bookmarks', pageQuery());
  return async (userId, page, now) => {
    const { rows, marks, access, ...totals } = await find({
      userId,
      ...pageSlice(page),
      at: new Date(now).toISOString(),
    });
    return {
      ...totals,
      rows: rows.map((row) => ({
        ...row,
        clientAt: new Date(row.clientAt),
        created: new Date(row.created),
        modified: new Date(row.modified),
      })),
      marks: marksOf(marks),
      access: accessByCourse(access),
    };
  };
}

/** Throws 404 when there is no such course. */
export async function requireCourse(tx: Tx, courseId: number | null): Promise<number> {
  const rows =
    courseId === null
      ? []
      : await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
  if (!rows[0]) throw notFound('この講座は見つかりませんでした。');
  return rows[0].id;
}

/** The bookmark of this user, or `null`. */
export async function findBookmark(db: Db, userId: number, by: { id: number } | { courseId: number }) {
  const which = 'id' in by ? eq(bookmarks.id, by.id) : eq(bookmarks.courseId, by.courseId);
  const rows = await db
    .select()
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), which))
    .limit(1);
  return rows[0] ?? null;
}

/** A learner's intent about the bookmark of one course. */
export type BookmarkIntent = { userId: number; courseId: number; isCheck: boolean; at: Date };

/**
 * Sets a bookmark as a whole state; an intent older than the stored one changes nothing (contracts/markRule.ts). Answers the row as it stands now and whether it is new.
 */
export async function setBookmark(tx: Tx, intent: BookmarkIntent, now: Date) {
  const { userId, courseId, isCheck, at } = intent;
  const state = { isCheck, clientAt: at, modified: now };
  const made = await tx
    .insert(bookmarks)
    .values({ userId, courseId, ...state, created: now })
    .onConflictDoNothing()
    .returning();
  if (made[0]) return { row: made[0], isNew: true };
  const own = and(eq(bookmarks.userId, userId), eq(bookmarks.courseId, courseId));
  const [row] = await tx.select().from(bookmarks).where(own).for('update');
  if (!row) throw new Error('bookmark vanished');
  const wanted = { value: isCheck, at: at.getTime() };
  if (laterIntent({ value: row.isCheck, at: row.clientAt.getTime() }, wanted) !== wanted) {
    return { row, isNew: false };
  }
  const changed = await tx.update(bookmarks).set(state).where(own).returning();
  return { row: changed[0] ?? row, isNew: false };
}
