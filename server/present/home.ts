import { and, asc, desc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { homeSchema } from '#contracts/site.ts';
import { courses, lessons } from '../db/schema/catalog.ts';
import { campaigns, successStories } from '../db/schema/site.ts';
import type { Deps } from '../deps.ts';
import { isOnSale, pageOfCourses } from '../domain/course/catalogue.ts';
import { loadCourses } from '../domain/course/load.ts';
import { pageOfNotices } from '../domain/notice/store.ts';
import { coursesOfStories, presentStory, storiesOfYear } from '../domain/success/stories.ts';
import { mediaUrl } from './course.ts';
import { loadCards } from './courseCards.ts';
import { readSample } from './courseSample.ts';
import { presentNotice } from './notice.ts';

type HomeBody = z.input<typeof homeSchema>;

/** How many the welcome shows (product.md 2.2.A). */
const shown = { courses: 3, stories: 2, notices: 3 };

/** Running campaigns; a variant of one (`canonical`) is the same campaign. */
export async function openCampaigns({ db, clock }: Deps): Promise<HomeBody['banners']> {
  const now = new Date(clock.now());
  const rows = await db
    .select()
    .from(campaigns)
    .where(and(lte(campaigns.starts, now), gt(campaigns.ends, now), isNull(campaigns.canonical)))
    .orderBy(asc(campaigns.ends), asc(campaigns.id));
  return rows.map(({ key, title, hero, ends }) => ({
    slug: key,
    title,
    lead: hero.lead,
    ends_at: ends.toISOString(),
  }));
}

/** The free lesson of the first course that has one. */
export async function homeSample(deps: Deps): Promise<HomeBody['sample']> {
  const [first] = await deps.db
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(lessons, eq(lessons.courseId, courses.id))
    .where(
      and(
        isOnSale(deps.clock.now()),
        eq(lessons.isFree, true),
        isNotNull(lessons.video),
        isNull(lessons.withdrawn),
      ),
    )
    .orderBy(asc(courses.order), asc(courses.id))
    .limit(1);
  const tree = first && (await loadCourses(deps.db, [first.id])).get(first.id);
  const lesson = tree && (await readSample(deps, tree));
  if (!lesson) return null;
  const { id, name, thumbnail } = tree.course;
  return { course: { id, name, thumbnail: mediaUrl(deps, thumbnail) }, lesson };
}

/** The first courses of the catalogue, as guests see them. */
export async function firstCourses(deps: Deps): Promise<HomeBody['courses']> {
  const { ids } = await pageOfCourses(deps.db, { sort: 'recommended' }, 1, deps.clock.now());
  return loadCards(deps, null, ids.slice(0, shown.courses));
}

/** The first stories of the newest year that has some. */
export async function homeStories({ db, clock }: Deps): Promise<HomeBody['stories']> {
  const [newest] = await db
    .select({ year: successStories.year })
    .from(successStories)
    .orderBy(desc(successStories.year))
    .limit(1);
  if (!newest) return [];
  const stories = (await storiesOfYear(db, newest.year)).slice(0, shown.stories);
  const onSale = await coursesOfStories(db, stories, clock.now());
  return stories.map((story) => presentStory(story, onSale));
}

/** The first notices for everybody. */
export async function firstNotices({ db, clock }: Deps): Promise<HomeBody['notices']> {
  const guest = { userId: null, now: new Date(clock.now()) };
  const { rows } = await pageOfNotices(db, guest, 1, undefined);
  return rows.slice(0, shown.notices).map(presentNotice);
}
