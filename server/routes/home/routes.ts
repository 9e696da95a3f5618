import { Hono } from 'hono';
import * as z from 'zod/mini';
import { homeAudiences, type homeSchema } from '#contracts/site.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { loadSubjects } from '../../domain/course/catalogue.ts';
import { failureFields } from '../../failureText.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { query } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { announcedExams } from '../../present/announcedExams.ts';
import { firstCourses, firstNotices, homeSample, homeStories, openCampaigns } from '../../present/home.ts';

/** Students and parents see the same; what differs is on their own pages. */
const homeQuery = z.object({ audience: z.optional(z.enum(homeAudiences)) });

/**
 * GET /api/cms/home/ (product.md 3.4), for everybody and the same for all; members have their own start page. Each
 * block is independent: one that cannot be read is empty, and the log says which (product.md 2.2.A).
 */
export function homeRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  async function block<Content>(
    name: string,
    read: () => Promise<Content>,
    empty: Content,
  ): Promise<Content> {
    try {
      return await read();
    } catch (error) {
      deps.log.error('home_block', { block: name, ...failureFields(error) });
      return empty;
    }
  }

  app.get('/', publicAnswer, optionalUser(deps), query(homeQuery), async (c) => {
    const answer: z.input<typeof homeSchema> = {
      banners: await block('banners', () => openCampaigns(deps), []),
      sample: await block('sample', () => homeSample(deps), null),
      subjects: await block('subjects', () => loadSubjects(deps.db, deps.clock.now()), []),
      courses: await block('courses', () => firstCourses(deps), []),
      stories: await block('stories', () => homeStories(deps), []),
      notices: await block('notices', () => firstNotices(deps), []),
      exams: await block('exams', () => announcedExams(deps), []),
    };
    return c.json(answer);
  });

  return app;
}
