import { type SQL, sql } from 'drizzle-orm';
import { type Db, jsonList, queryRows } from '../../db/client.ts';
import { checks, favorites, watchHistories } from '../../db/schema/learning.ts';
import { isAlive } from '../watchhistory/rows.ts';

/** The learner's marks on the lessons of some courses, by lesson. */
export type Marks = {
  watches: Map<number, { position: number; watchedRate: number; isCompleted: boolean; watchedAt: Date }>;
  favorites: Set<number>;
  levels: Map<number, number>;
};

/** Empty marks: what a guest sees. */
export const noMarks: Marks = { watches: new Map(), favorites: new Set(), levels: new Map() };

/** Marks as a query brings them, see `marksJson`. */
export type MarkRows = {
  /** Lesson, position, watched rate, whether it is completed, when it was last watched (ISO 8601). */
  watches: [number, number, number, boolean, string][];
  favorites: number[];
  /** Lesson and level. */
  levels: [number, number][];
};

/** A JSON value of `MarkRows`: a learner's marks on all lessons of the courses, which are a list or a query in brackets. */
export function marksJson(userId: SQL, courses: SQL): SQL {
  const watches = jsonList(
    sql`json_build_array(${watchHistories.lessonId}, ${watchHistories.position}, ${watchHistories.watchedRate},
          ${watchHistories.isCompleted}, ${watchHistories.watchedAt})`,
    sql`${watchHistories}
        where ${watchHistories.userId} = ${userId} and ${watchHistories.courseId} in ${courses} and ${isAlive}`,
  );
  const stars = jsonList(
    sql`${favorites.lessonId}`,
    sql`${favorites}
        where ${favorites.userId} = ${userId} and ${favorites.courseId} in ${courses} and ${favorites.isOn}`,
  );
  const levels = jsonList(
    sql`json_build_array(${checks.lessonId}, ${checks.level})`,
    sql`${checks}
        where ${checks.userId} = ${userId} and ${checks.courseId} in ${courses} and ${checks.level} > 0`,
  );
  return sql`json_build_object('watches', ${watches}, 'favorites', ${stars}, 'levels', ${levels})`;
}

/** What `marksJson` brought, by lesson. */
export function marksOf(rows: MarkRows): Marks {
  return {
    watches: new Map(
      rows.watches.map(([lesson, position, watchedRate, isCompleted, watchedAt]) => [
        lesson,
        { position, watchedRate, isCompleted, watchedAt: new Date(watchedAt) },
      ]),
    ),
    favorites: new Set(rows.favorites),
    levels: new Map(rows.levels),
  };
}

/** Reads a learner's marks on all lessons of the courses: one query however many courses there are. */
export async function loadMarks(db: Db, userId: number, courseIds: number[]): Promise<Marks> {
  if (courseIds.length === 0) return noMarks;
  const [row] = await queryRows<{ marks: MarkRows }>(
    db,
    sql`select ${marksJson(sql`${userId}`, sql`${courseIds}`)} as marks`,
  );
  return row ? marksOf(row.marks) : noMarks;
}
