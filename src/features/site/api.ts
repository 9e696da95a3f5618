import {
  type Campaign,
  campaignSchema,
  type Home,
  homeSchema,
  type SuccessYear,
  successYearSchema,
} from '#contracts/site.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';

/** GET /api/cms/home/ */
export function getHome(options: FetchOptions): Promise<Home> {
  return getJson('/api/cms/home/', { schema: homeSchema, ...options });
}

/** GET /api/cms/success/{year}/ */
export function getSuccess(year: string, options: FetchOptions): Promise<SuccessYear> {
  const path = `/api/cms/success/${encodeURIComponent(year)}/`;
  return getJson(path, { schema: successYearSchema, ...options });
}

/** GET /api/cms/campaign/{slug}/ */
export function getCampaign(slug: string, options: FetchOptions): Promise<Campaign> {
  const path = `/api/cms/campaign/${encodeURIComponent(slug)}/`;
  return getJson(path, { schema: campaignSchema, ...options });
}
