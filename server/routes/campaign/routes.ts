import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { campaignSchema, campaignSectionSchema } from '#contracts/site.ts';
import type { StoredSection } from '../../db/schema/site.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { findCampaign } from '../../domain/campaign/store.ts';
import { coursesOnSale } from '../../domain/course/catalogue.ts';
import { coursesOfStories, presentStory, storiesByKey } from '../../domain/success/stories.ts';
import { notFound } from '../../errors.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { params } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { loadCards } from '../../present/courseCards.ts';

type SectionBody = z.input<typeof campaignSectionSchema>;

const one = params(z.object({ slug: z.string().check(z.maxLength(64)) }));

/**
 * A section with the things that it names, without courses that have left the catalogue. `null`: nothing of it is left.
 */
async function presentSection(
  deps: Deps,
  userId: number | null,
  section: StoredSection,
): Promise<SectionBody | null> {
  if (section.kind === 'courses') {
    const onSale = await coursesOnSale(deps.db, section.courses, deps.clock.now());
    const ids = section.courses.flatMap((key) => onSale.get(key)?.id ?? []);
    return ids.length === 0 ? null : { ...section, courses: await loadCards(deps, userId, ids) };
  }
  if (section.kind === 'stories') {
    const stories = await storiesByKey(deps.db, section.stories);
    const onSale = await coursesOfStories(deps.db, stories, deps.clock.now());
    return stories.length === 0
      ? null
      : { ...section, stories: stories.map((story) => presentStory(story, onSale)) };
  }
  return section;
}

/**
 * GET /api/cms/campaign/{slug}/ (product.md 3.4), for everybody: a campaign that has begun, also after its end. It is
 * not shown before it begins.
 */
export function campaignRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/:slug/', publicAnswer, optionalUser(deps), one, async (c) => {
    const campaign = await findCampaign(deps, c.req.valid('param').slug);
    if (!campaign) throw notFound();
    const userId = c.get('user')?.id ?? null;
    const sections: SectionBody[] = [];
    for (const stored of campaign.sections) {
      const section = await presentSection(deps, userId, stored);
      if (section) sections.push(section);
    }
    const answer: z.input<typeof campaignSchema> = {
      slug: campaign.key,
      canonical: campaign.canonical,
      title: campaign.title,
      starts_at: campaign.starts.toISOString(),
      ends_at: campaign.ends.toISOString(),
      hero: campaign.hero,
      cta: campaign.cta,
      sections,
    };
    return c.json(answer);
  });

  return app;
}
