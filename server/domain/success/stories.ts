import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { successStorySchema } from '#contracts/site.ts';
import type { Db } from '../../db/client.ts';
import { successStories } from '../../db/schema/site.ts';
import { coursesOnSale } from '../course/catalogue.ts';

type StoryRow = typeof successStories.$inferSelect;
type OnSale = Awaited<ReturnType<typeof coursesOnSale>>;

/** The newest year that has stories; `null`: none has. */
export async function newestYear(db: Db): Promise<number | null> {
  const [newest] = await db
    .select({ year: successStories.year })
    .from(successStories)
    .orderBy(desc(successStories.year))
    .limit(1);
  return newest?.year ?? null;
}

/** The stories of a year, in the order of its pack. */
export function storiesOfYear(db: Db, year: number): Promise<StoryRow[]> {
  return db
    .select()
    .from(successStories)
    .where(eq(successStories.year, year))
    .orderBy(asc(successStories.order), asc(successStories.id));
}

/** Stories by their keys, in the order of the keys. */
export async function storiesByKey(db: Db, keys: string[]): Promise<StoryRow[]> {
  if (keys.length === 0) return [];
  const rows = await db.select().from(successStories).where(inArray(successStories.key, keys));
  return rows.sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
}

/** The courses on sale that stories name. */
export function coursesOfStories(db: Db, stories: StoryRow[], now: number): Promise<OnSale> {
  return coursesOnSale(
    db,
    stories.flatMap(({ courses }) => courses),
    now,
  );
}

/** A story as it is sent; `onSale`: see `coursesOfStories`. */
export function presentStory(story: StoryRow, onSale: OnSale): z.input<typeof successStorySchema> {
  return {
    id: story.key,
    year: story.year,
    is_sample: story.isSample,
    nickname: story.nickname,
    school_from: story.schoolFrom,
    passed: story.passed,
    before: story.before,
    after: story.after,
    courses: story.courses.flatMap((key) => onSale.get(key) ?? []),
    body: story.body,
    advice: story.advice,
  };
}
