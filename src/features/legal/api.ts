import { type CmsPage, cmsPageSchema } from '#contracts/cms.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { type StoredCopy, storedCopy } from '#shared/lib/storedCopy.ts';
import type { AskOptions } from '#shared/lib/useAnswer.ts';
import type { LegalSlug } from './model.ts';

/** GET /api/cms/page/{slug}/: the version in force, or another one. */
export function getPage(slug: LegalSlug, version: string | null, options: AskOptions): Promise<CmsPage> {
  const path = `/api/cms/page/${slug}/`;
  return getJson(path, { query: { version: version ?? '' }, schema: cmsPageSchema, ...options });
}

/** The last version in force that this device has seen. */
export function copyOf(slug: LegalSlug): StoredCopy<CmsPage> {
  return storedCopy(() => localStorage, `page.${slug}`, cmsPageSchema);
}
