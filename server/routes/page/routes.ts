import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { cmsPageSchema, pageVersionSchema } from '#contracts/cms.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { type PageRow, readPage } from '../../domain/page/store.ts';
import { notFound } from '../../errors.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { params, query } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';

const one = params(z.object({ slug: z.string().check(z.maxLength(64)) }));
const versionQuery = z.object({ version: z.optional(z.string()) });
const versionNumber = /^[1-9]\d{0,5}$/;

type VersionRow = Pick<PageRow, 'version' | 'effective' | 'changes'>;

function presentVersion({ version, effective, changes }: VersionRow): z.input<typeof pageVersionSchema> {
  return { version, effective_at: effective.toISOString(), changes };
}

function present(page: PageRow, versions: VersionRow[]): z.input<typeof cmsPageSchema> {
  return {
    slug: page.slug,
    title: page.title,
    ...presentVersion(page),
    body_html: page.bodyHtml,
    headings: page.headings,
    versions: versions.map(presentVersion),
  };
}

/** GET /api/cms/page/{slug}/ (product.md 3.4): terms and the like, for everybody, in every version. */
export function pageRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/:slug/', publicAnswer, optionalUser(deps), one, query(versionQuery), async (c) => {
    const { version } = c.req.valid('query');
    if (version && !versionNumber.test(version)) throw notFound();
    const wanted = !version ? null : Number(version);
    const found = await readPage(deps.db, c.req.valid('param').slug, wanted, new Date(deps.clock.now()));
    if (!found) throw notFound();
    return c.json(present(found.page, found.versions));
  });

  return app;
}
