import type { CmsPage } from '#contracts/cms.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';
import type { LegalSlug } from './model.ts';

const lateApi = lateLoad(() => import('./api.ts'));

/** A legal text. `version`: from the address; `null`: the version in force, which the device stores. */
export function useLegalPage(slug: LegalSlug, version: string | null): Mirror<CmsPage> {
  return usePublicAnswer({
    key: ['legal', slug, version ?? ''],
    load: async (options) => (await lateApi()).getPage(slug, version, options),
    isKept: version === null,
  });
}
