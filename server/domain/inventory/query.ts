import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, jsonList, preparedJson } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { inventories, watchHistories } from '../../db/schema/learning.ts';
import { type MarkRows, type Marks, marksJson, marksOf } from '../course/marks.ts';
import { versionNow } from '../course/trees.ts';
import { isAlive } from '../watchhistory/rows.ts';

export type InventoryItem = typeof inventories.$inferSelect;

/** Items of one user with the data of the answer; the courses themselves are read by `version` (course/trees.ts). */
export type InventoryRows = { version: string | null; items: InventoryItem[]; marks: Marks };

/** A page of items, how many items there are, and for how many of them every lesson is finished (`complete_count`). */
export type InventoryPage = InventoryRows & { count: number; complete: number };

const user = sql`${sql.placeholder('userId')}`;

/** Per course: when the user last watched it. */
const lastWatched = sql`(
  select ${watchHistories.courseId} as course_id, max(${watchHistories.watchedAt}) as at
  from ${watchHistories} where ${watchHistories.userId} = ${user} and ${isAlive}
  group by ${watchHistories.courseId})`;

/** Per course: how many of its present lessons the user has finished. */
const finishedLessons = sql`(
  select ${watchHistories.courseId} as course_id, count(*) as done
  from ${watchHistories} join ${lessons} on ${lessons.id} = ${watchHistories.lessonId}
  where ${watchHistories.userId} = ${user} and ${watchHistories.isCompleted}
    and ${lessons.withdrawn} is null and ${isAlive}
  group by ${watchHistories.courseId})`;

const totals = sql`(
  select json_build_object('count', count(*), 'complete',
    count(*) filter (where ${courses.lessonCount} > 0 and finished.done >= ${courses.lessonCount}))
  from ${inventories} join ${courses} on ${courses.id} = ${inventories.courseId}
    left join ${finishedLessons} as finished on finished.course_id = ${inventories.courseId}
  where ${inventories.userId} = ${user})`;

/** Newest purchase first. */
const byPurchase = sql`
  select ${inventories}.*, row_number() over (order by ${inventories.id} desc) as place
  from ${inventories} where ${inventories.userId} = ${user}`;

/** Last watched first (specification.md 7). */
const byWatch = sql`
  select ${inventories}.*, row_number() over (order by last.at desc nulls last, ${inventories.id} desc) as place
  from ${inventories} left join ${lastWatched} as last on last.course_id = ${inventories.courseId}
  where ${inventories.userId} = ${user}`;

/** Items as they come in JSON. */
type ItemRow = Omit<InventoryItem, 'expireAt' | 'created' | 'modified'> & {
  expireAt: string | null;
  created: string;
  modified: string;
};

/** The items of a query named `page`, in the order of its `place`. */
const items = jsonList(
  sql`json_build_object('id', id, 'userId', user_id, 'courseId', course_id, 'productId', product_id,
        'expireAt', expire_at, 'isAutoRenewal', is_auto_renewal, 'created', created, 'modified', modified)`,
  sql`page`,
  sql`place`,
);

/** All of it in one query, so that a page costs one round trip to the database. */
function pageQuery(rows: SQL, total: SQL): SQL {
  return sql`with page as (${rows})
    select json_build_object('version', ${versionNow}, 'items', ${items}, 'totals', ${total},
      'marks', ${marksJson(user, sql`(select course_id from page)`)})`;
}

type Answer = {
  version: string | null;
  items: ItemRow[];
  totals: { count: number; complete: number };
  marks: MarkRows;
};

function read(answer: Answer): InventoryPage {
  return {
    version: answer.version,
    ...answer.totals,
    items: answer.items.map((item) => ({
      ...item,
      expireAt: item.expireAt === null ? null : new Date(item.expireAt),
      created: new Date(item.created),
      modified: new Date(item.modified),
    })),
    marks: marksOf(answer.marks),
  };
}

/** Reads one page of a user's items: newest purchase first, or last watched first (specification.md 7). */
export function inventoryPages(
  db: Db,
): (userId: number, page: number, sortByWatch: boolean) => Promise<InventoryPage> {
  const slice = sql`order by place limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`;
  const prepare = (name: string, rows: SQL) =>
    preparedJson<Answer>(db, name, pageQuery(sql`${rows} ${slice}`, totals));
  const purchased = prepare('inventories_by_purchase', byPurchase);
  const watched = prepare('inventories_by_watch', byWatch);
  return async (userId, page, sortByWatch) =>
    read(await (sortByWatch ? watched : purchased)({ userId, ...pageSlice(page) }));
}

/** Reads one item of a user; without `items` it does not exist or is another user's. */
export function inventoryReader(db: Db): (userId: number, id: number) => Promise<InventoryRows> {
  const one = sql`${byPurchase} and ${inventories.id} = ${sql.placeholder('id')}`;
  const find = preparedJson<Answer>(
    db,
    'inventory',
    pageQuery(one, sql`json_build_object('count', 1, 'complete', 0)`),
  );
  return async (userId, id) => read(await find({ userId, id }));
}

/** The bare item of a user; `undefined`: it does not exist or is another user's. */
export async function findItem(db: Db, userId: number, id: number): Promise<InventoryItem | undefined> {
  const isTheirs = and(eq(inventories.id, id), eq(inventories.userId, userId));
  return (await db.select().from(inventories).where(isTheirs).limit(1))[0];
}
