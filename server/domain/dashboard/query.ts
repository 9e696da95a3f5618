import { desc, eq, sql } from 'drizzle-orm';
import { type Db, jsonList, preparedJson } from '../../db/client.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { inventories, studyDays, watchHistories } from '../../db/schema/learning.ts';
import { noticeReads, notices } from '../../db/schema/notices.ts';
import { type MarkRows, type Marks, marksJson, marksOf } from '../course/marks.ts';
import { versionNow } from '../course/trees.ts';
import { type Access, type AccessRow, accessByCourse, accessJson } from '../inventory/policy.ts';
import { isAlive } from '../watchhistory/rows.ts';
import type { ShownWatch } from '../watchhistory/store.ts';

/** Days shown on the dashboard, today included. */
export const weekLength = 7;
/** A longer streak of days is reported as this many. */
const longestStreak = 400;
/** Courses named under "next". */
const nextCount = 6;
/** How many unfinished lessons are looked at to find one that may still be opened. */
const resumeDepth = 20;

/** The data of one user's dashboard; the courses themselves are read by `version` (course/trees.ts). */
export type DashboardRows = {
  version: string | null;
  /** The last unfinished lessons that still exist, last watched first. */
  unfinished: ShownWatch[];
  /** The running courses, last watched first, then the newest purchase. */
  running: number[];
  /** The marks on their lessons. */
  marks: Marks;
  /** The user's access to all these courses. */
  access: Map<number, Access>;
  /** Study days, newest first. */
  days: { day: string; seconds: number }[];
  unread: number;
};

const user = sql`${sql.placeholder('userId')}`;
const at = sql`${sql.placeholder('at')}::timestamptz`;

const unfinished = sql`
  select json_build_object(
      'watch', json_build_object('position', ${watchHistories.position}, 'ranges', ${watchHistories.ranges},
        'rate', ${watchHistories.rate}, 'watchedRate', ${watchHistories.watchedRate},
        'isCompleted', ${watchHistories.isCompleted}, 'positionAt', ${watchHistories.positionAt},
        'rev', ${watchHistories.rev}),
      'lesson', json_build_object('id', ${lessons.id}, 'name', ${lessons.name}, 'duration', ${lessons.duration},
        'isFree', ${lessons.isFree}),
      'course', json_build_object('id', ${courses.id}, 'name', ${courses.name}, 'thumbnail', ${courses.thumbnail})
    ) as body, ${watchHistories.courseId} as course_id,
    row_number() over (order by ${watchHistories.watchedAt} desc, ${watchHistories.id} desc) as place
  from ${watchHistories} join ${lessons} on ${lessons.id} = ${watchHistories.lessonId}
    join ${courses} on ${courses.id} = ${watchHistories.courseId}
  where ${watchHistories.userId} = ${user} and not ${watchHistories.isCompleted} and ${isAlive}
    and ${lessons.withdrawn} is null
  order by place limit ${resumeDepth}`;

const running = sql`
  select own.course_id, row_number() over (order by last.at desc nulls last, own.newest desc) as place
  from (select ${inventories.courseId} as course_id, max(${inventories.id}) as newest from ${inventories}
        where ${inventories.userId} = ${user} and (${inventories.expireAt} is null or ${inventories.expireAt} > ${at})
        group by ${inventories.courseId}) as own
    left join (select ${watchHistories.courseId} as course_id, max(${watchHistories.watchedAt}) as at
        from ${watchHistories} where ${watchHistories.userId} = ${user} and ${isAlive}
        group by ${watchHistories.courseId}) as last on last.course_id = own.course_id
  order by place limit ${nextCount}`;

const days = sql`(
  select ${studyDays.day} as day, ${studyDays.seconds} as seconds from ${studyDays}
  where ${studyDays.userId} = ${user} order by ${studyDays.day} desc limit ${longestStreak}) as studied`;

const unread = sql`(
  select count(*) from ${notices} where ${notices.published} <= ${at}
    and (${notices.userId} is null or ${notices.userId} = ${user}) and not exists (
    select 1 from ${noticeReads}
    where ${noticeReads.noticeId} = ${notices.id} and ${noticeReads.userId} = ${user}))`;

/** All of it in one query, so that a dashboard costs one round trip to the database. */
const dashboard = sql`with unfinished as (${unfinished}), running as (${running})
  select json_build_object('version', ${versionNow},
    'unfinished', ${jsonList(sql`body`, sql`unfinished`, sql`place`)},
    'running', ${jsonList(sql`course_id`, sql`running`, sql`place`)},
    'marks', ${marksJson(user, sql`(select course_id from running)`)},
    'access', ${accessJson(user, sql`(select course_id from running union select course_id from unfinished)`, at)},
    'days', ${jsonList(sql`studied`, days, sql`day desc`)},
    'unread', ${unread})`;

type WatchJson = Omit<ShownWatch, 'watch'> & {
  watch: Omit<ShownWatch['watch'], 'positionAt'> & { positionAt: string };
};
type Answer = Omit<DashboardRows, 'unfinished' | 'marks' | 'access'> & {
  unfinished: WatchJson[];
  marks: MarkRows;
  access: AccessRow[];
};

/** Reads what the dashboard of a user is made of, at `now` (epoch ms). */
export function dashboardReader(db: Db): (userId: number, now: number) => Promise<DashboardRows> {
  const find = preparedJson<Answer>(db, 'dashboard', dashboard);
  return async (userId, now) => {
    const answer = await find({ userId, at: new Date(now).toISOString() });
    return {
      ...answer,
      unfinished: answer.unfinished.map(({ watch, ...row }) => ({
        ...row,
        watch: { ...watch, positionAt: new Date(watch.positionAt) },
      })),
      marks: marksOf(answer.marks),
      access: accessByCourse(answer.access),
    };
  };
}

/** Study days of a user, newest first. */
export function studyDaysOf(db: Db, userId: number) {
  return db
    .select({ day: studyDays.day, seconds: studyDays.seconds })
    .from(studyDays)
    .where(eq(studyDays.userId, userId))
    .orderBy(desc(studyDays.day))
    .limit(longestStreak);
}
