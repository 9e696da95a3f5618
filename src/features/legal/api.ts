import { type CmsPage, cmsPageSchema } from '#contracts/cms.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import type { LegalSlug } from './model.ts';

/** GET /api/cms/page/{slug}/: the version in force, or another one. */
export function getPage(slug: LegalSlug, version: string | null, options: FetchOptions): Promise<CmsPage> {
  const path = `/api/cms/page/${slug}/`;
  return getJson(path, { query: { version: version ?? '' }, schema: cmsPageSchema, ...options });
}
