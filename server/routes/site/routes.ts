import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import { Hono } from 'hono';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { courses, teachers } from '../../db/schema/catalog.ts';
import { notices } from '../../db/schema/notices.ts';
import { campaigns } from '../../db/schema/site.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { isOnSale } from '../../domain/course/catalogue.ts';

/** Pages for everybody that search engines may list; one that the app does not have is left out. */
const pages = [
  '/',
  '/about',
  '/student',
  '/parent',
  '/course',
  '/teacher',
  '/konomoshi',
  '/konoshiki',
  '/entry-exam',
  '/success/2025',
  '/success/2024',
  '/success/2022',
  '/notice',
  '/test',
  '/contact',
  '/signup',
  '/eula',
  '/konoshiki-eula',
  '/privacy',
  '/commerce',
] as const;

/** What nobody finds by searching: the learner's area, calls, and pages that belong to one visitor. */
const hidden = [
  '/mypage',
  '/api/',
  '/accounts/',
  '/login',
  '/signup/',
  '/contact/',
  '/inquiry',
  '/cart',
  '/payment',
  '/maintenance',
];

/** Seconds for which a search engine may keep the list. */
const keptFor = 3600;
/** A sitemap holds 50,000 addresses (sitemaps.org). */
const most = 15_000;

type Entry = { path: string; modified?: Date };

async function readEntries({ db, clock }: Deps): Promise<Entry[]> {
  const now = new Date(clock.now());
  const [onSale, staff, news, running] = await Promise.all([
    db
      .select({ id: courses.id, modified: courses.modified })
      .from(courses)
      .where(isOnSale(clock.now()))
      .orderBy(asc(courses.order), asc(courses.id))
      .limit(most),
    db.select({ id: teachers.id }).from(teachers).orderBy(asc(teachers.id)).limit(most),
    db
      .select({ id: notices.id, modified: notices.published })
      .from(notices)
      .where(and(eq(notices.audience, 'public'), lte(notices.published, now)))
      .orderBy(desc(notices.published))
      .limit(most),
    // A variant is listed under the address of its campaign.
    db
      .select({ slug: campaigns.key })
      .from(campaigns)
      .where(and(isNull(campaigns.canonical), lte(campaigns.starts, now), gt(campaigns.ends, now)))
      .orderBy(asc(campaigns.key))
      .limit(most),
  ]);
  return [
    ...pages.map((path) => ({ path })),
    ...onSale.map(({ id, modified }) => ({ path: `/course/${id}`, modified })),
    ...staff.map(({ id }) => ({ path: `/teacher/${id}` })),
    ...running.map(({ slug }) => ({ path: `/campaign/${slug}` })),
    ...news.map(({ id, modified }) => ({ path: `/notice/${id}`, modified })),
  ].filter(({ path }) => isAppRoute(path));
}

/** Nothing in these addresses needs escaping: they are made of our own paths and numbers. */
function sitemapOf(site: string, entries: Entry[]): string {
  const lines = entries.map(({ path, modified }) => {
    const when = modified ? `<lastmod>${modified.toISOString()}</lastmod>` : '';
    return `<url><loc>${site}${path}</loc>${when}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...lines,
    '</urlset>',
    '',
  ].join('\n');
}

/** GET /robots.txt · /sitemap.xml, for search engines (product.md 2.2.A). */
export function siteRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const site = deps.config.appUrl.replace(/\/+$/, '');
  app.get('/robots.txt', (c) => {
    c.header('Cache-Control', `public, max-age=${keptFor}`);
    const rules = hidden.map((path) => `Disallow: ${path}`);
    return c.text(['User-agent: *', ...rules, '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n'));
  });
  app.get('/sitemap.xml', async (c) => {
    const text = sitemapOf(site, await readEntries(deps));
    return c.body(text, 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': `public, max-age=${keptFor}`,
    });
  });
  return app;
}
