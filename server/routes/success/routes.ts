import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { successYearSchema } from '#contracts/site.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { coursesOfStories, presentStory, storiesOfYear } from '../../domain/success/stories.ts';
import { knownYears, reportOfYear } from '../../domain/success/years.ts';
import { notFound } from '../../errors.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { params } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { loadCards } from '../../present/courseCards.ts';

const one = params(z.object({ year: z.string().check(z.maxLength(64)) }));

/**
 * GET /api/cms/success/{year}/ (product.md 3.4): results and stories of a year, for everybody. The years of the
 * specification exist even without any content.
 */
export function successRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/:year/', publicAnswer, optionalUser(deps), one, async (c) => {
    const years = await knownYears(deps.db);
    const year = years.find((known) => String(known) === c.req.valid('param').year);
    if (year === undefined) throw notFound();
    const report = await reportOfYear(deps.db, year);
    const stories = await storiesOfYear(deps.db, year);
    const onSale = await coursesOfStories(deps.db, stories, deps.clock.now());
    const courseIds = [...onSale.values()].map(({ id }) => id);
    const answer: z.input<typeof successYearSchema> = {
      year,
      years,
      is_archive: report?.isArchive ?? false,
      rule: report?.rule ?? '',
      totals: report?.totals ?? [],
      stories: stories.map((story) => presentStory(story, onSale)),
      courses: await loadCards(deps, c.get('user')?.id ?? null, courseIds),
    };
    return c.json(answer);
  });

  return app;
}
