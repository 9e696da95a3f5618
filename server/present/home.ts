import type { z } from 'zod/mini';
import type { homeSchema } from '#contracts/site.ts';
import type { Deps } from '../deps.ts';
import { runningCampaigns } from '../domain/campaign/store.ts';
import { firstWithSample, pageOfCourses } from '../domain/course/catalogue.ts';
import { loadCourses } from '../domain/course/load.ts';
import { pageOfNotices } from '../domain/notice/store.ts';
import { coursesOfStories, newestYear, presentStory, storiesOfYear } from '../domain/success/stories.ts';
import { mediaUrl } from './course.ts';
import { loadCards } from './courseCards.ts';
import { readSample } from './courseSample.ts';
import { presentNotice } from './notice.ts';

type HomeBody = z.input<typeof homeSchema>;

/** How many the welcome shows (product.md 2.2.A). */
const shown = { courses: 3, stories: 2, notices: 3 };

/** Running campaigns; a variant of one (`canonical`) is the same campaign. */
export async function openCampaigns(deps: Deps): Promise<HomeBody['banners']> {
  const rows = await runningCampaigns(deps);
  return rows.map(({ key, title, hero, ends }) => ({
    slug: key,
    title,
    lead: hero.lead,
    ends_at: ends.toISOString(),
  }));
}

/** The free lesson of the first course that has one. */
export async function homeSample(deps: Deps): Promise<HomeBody['sample']> {
  const first = await firstWithSample(deps.db, deps.clock.now());
  const tree = first === null ? undefined : (await loadCourses(deps.db, [first])).get(first);
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
  const year = await newestYear(db);
  if (year === null) return [];
  const stories = (await storiesOfYear(db, year)).slice(0, shown.stories);
  const onSale = await coursesOfStories(db, stories, clock.now());
  return stories.map((story) => presentStory(story, onSale));
}

/** The first notices for everybody. */
export async function firstNotices({ db, clock }: Deps): Promise<HomeBody['notices']> {
  const guest = { userId: null, now: new Date(clock.now()) };
  const { rows } = await pageOfNotices(db, guest, 1, undefined);
  return rows.slice(0, shown.notices).map(presentNotice);
}
