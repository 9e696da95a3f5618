import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import { Hono } from 'hono';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import type { PublicRow } from '#shared/lib/pages/pageRow.ts';
import { publicPages } from '#shared/lib/pages/publicPages.ts';
import { courses, teachers } from '../../db/schema/catalog.ts';
import { notices } from '../../db/schema/notices.ts';
import { campaigns } from '../../db/schema/site.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { isOnSale } from '../../domain/course/catalogue.ts';
import { knownYears } from '../../domain/success/years.ts';

type Rows = typeof publicPages;

/** Pages for single things that search engines may list; the things are read from the database. */
type PageOfOne = {
  [Name in keyof Rows]: Rows[Name] extends { isListed: true; path: `${string}:id` } ? Name : never;
}[keyof Rows];

/** One of the things: the id in its address, and when it was changed. */
type Thing = { id: string | number; modified?: Date };

/**
 * What search engines shall not list: the learner's area, API calls, and pages that belong to one visitor. These are
 * prefixes of addresses, so that not every page is named; a test compares them with the table of pages.
 */
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

/** Seconds for which a search engine may cache the list. */
const keptFor = 3600;
/** A sitemap holds 50,000 addresses (sitemaps.org). */
const most = 15_000;

type Entry = { path: string; modified?: Date };

async function readThings({ db, clock }: Deps): Promise<Record<PageOfOne, Thing[]>> {
  const now = new Date(clock.now());
  const [onSale, staff, news, running, years] = await Promise.all([
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
      .select({ id: campaigns.key })
      .from(campaigns)
      .where(and(isNull(campaigns.canonical), lte(campaigns.starts, now), gt(campaigns.ends, now)))
      .orderBy(asc(campaigns.key))
      .limit(most),
    knownYears(db),
  ]);
  return {
    catalogueCourse: onSale,
    teacher: staff,
    success: years.map((id) => ({ id })),
    campaign: running,
    publicNotice: news,
  };
}

/** The addresses of all pages that may be listed, in the order of the table; pages of single things come last. */
async function readEntries(deps: Deps): Promise<Entry[]> {
  const things = await readThings(deps);
  const listed = Object.entries<PublicRow>(publicPages).filter(([, { isListed }]) => isListed);
  const single = listed.filter(([name]) => !(name in things)).map(([, { path }]) => ({ path }));
  const ofThings = listed.flatMap(([name, { path }]) =>
    (things[name as PageOfOne] ?? []).map(({ id, modified }) => ({
      path: path.replace(':id', String(id)),
      modified,
    })),
  );
  return [...single, ...ofThings].filter(({ path }) => isAppRoute(path));
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
