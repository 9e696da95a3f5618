import { Hono } from 'hono';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import type { PublicRow } from '#shared/lib/pages/pageRow.ts';
import { publicPages } from '#shared/lib/pages/publicPages.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { listedThings, type PageOfOne } from '../../domain/site/listedThings.ts';

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

type Entry = { path: string; modified?: Date };

/** The addresses of all pages that may be listed, in the order of the table; pages of single things come last. */
async function readEntries(deps: Deps): Promise<Entry[]> {
  const things = await listedThings(deps);
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
