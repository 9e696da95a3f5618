import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { contentVersion } from '../../db/schema/catalog.ts';
import { type CourseTree, loadCourses } from './load.ts';

/** The version of the content as part of a query; `null` when there is none: then nothing may be cached. */
export const versionNow = sql<string | null>`(
  select string_agg(${contentVersion.version}::text, ' ' order by ${contentVersion.version}) from ${contentVersion})`;

/** Most lessons of all cached courses together; one is about half a kilobyte, so this is some 10 MB. */
const mostLessons = 20_000;

/**
 * Whole courses by number: read at most once for each version of the content, then cached in this process. `version`
 * comes from a query that the same request has made before (`versionNow`): another process may have changed the
 * content, and no message announces that here. Unknown numbers are left out. Never inside a transaction.
 */
export type CourseTrees = {
  read(version: string | null, courseIds: number[]): Promise<Map<number, CourseTree>>;
};

type Kept = { version: string; tree: CourseTree };

const weightOf = ({ tree }: Kept) => 1 + tree.lessons.length;

/** A cache of one database's courses, up to `most` lessons; the least recently used go first. */
export function keptTrees(db: Db, most = mostLessons): CourseTrees {
  /** In the order of their last use. */
  const kept = new Map<number, Kept>();
  /**
   * When a whole class opens the app right after an import, one request reads the courses and all wait for its answer.
   */
  const running = new Map<string, Promise<Map<number, CourseTree>>>();
  let weight = 0;

  const drop = (id: number) => {
    const gone = kept.get(id);
    if (gone) weight -= weightOf(gone);
    kept.delete(id);
  };
  const keep = (id: number, one: Kept) => {
    drop(id);
    kept.set(id, one);
    weight += weightOf(one);
    for (const oldest of kept.keys()) {
      if (weight <= most) break;
      drop(oldest);
    }
  };
  /** The version was read before the rows: they are of this version or newer, never older. */
  const load = (version: string, courseIds: number[]) => {
    const key = `${version} ${courseIds.join()}`;
    const begun = running.get(key);
    if (begun) return begun;
    const loading = loadCourses(db, courseIds)
      .then((trees) => {
        for (const [id, tree] of trees) keep(id, { version, tree });
        return trees;
      })
      .finally(() => running.delete(key));
    running.set(key, loading);
    return loading;
  };

  return {
    async read(version, courseIds) {
      if (version === null) return loadCourses(db, courseIds);
      const found = new Map<number, CourseTree>();
      const missing: number[] = [];
      for (const id of new Set(courseIds)) {
        const one = kept.get(id);
        if (one?.version === version) {
          kept.delete(id);
          kept.set(id, one);
          found.set(id, one.tree);
        } else missing.push(id);
      }
      if (missing.length === 0) return found;
      missing.sort((a, b) => a - b);
      return new Map([...found, ...(await load(version, missing))]);
    },
  };
}
