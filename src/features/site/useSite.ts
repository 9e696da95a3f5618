import type { Campaign, Home, SuccessYear } from '#contracts/site.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { type PublicMirror, usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';

const lateApi = lateLoad(() => import('./api.ts'));

/** The current content of the welcome page. */
export function useHome(): Mirror<Home> {
  return usePublicAnswer({
    key: ['site', 'home'],
    load: async (options) => (await lateApi()).getHome(options),
    isKept: true,
  });
}

/** The results and stories of a year, main resource of its page. */
export function useSuccess(year: string): Mirror<SuccessYear> {
  return usePublicAnswer({
    key: ['site', 'success', year],
    load: async (options) => (await lateApi()).getSuccess(year, options),
    isKept: true,
  });
}

/** One campaign, main resource of its page. */
export function useCampaign(slug: string): PublicMirror<Campaign> {
  return usePublicAnswer({
    key: ['site', 'campaign', slug],
    load: async (options) => (await lateApi()).getCampaign(slug, options),
    isKept: true,
  });
}
