import type { Notice } from '#contracts/study.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { linkToKeep, type PageView } from '#shared/lib/mirror/pages.ts';
import { usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';

const lateApi = lateLoad(() => import('./api.ts'));

/** One page of the notices for everybody. `query`: as `noticeQuery` makes it, or a `next` / `previous`. */
export function usePublicNotices(query: string): Mirror<PageView<Notice>> {
  return usePublicAnswer({
    key: ['notice', 'page', query],
    load: async (options) => {
      const { results, count, next, previous } = await (await lateApi()).getNoticePage(query, options);
      return { items: results, count, next: linkToKeep(next), previous: linkToKeep(previous) };
    },
    isKept: query === '',
  });
}

/** One notice for everybody, main resource of its page. */
export function usePublicNotice(id: string): Mirror<Notice> {
  return usePublicAnswer({
    key: ['notice', 'one', id],
    load: async (options) => (await lateApi()).getNotice(id, options),
    isKept: true,
  });
}
