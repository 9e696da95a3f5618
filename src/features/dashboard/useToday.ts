import { useEffect } from 'react';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';
import { readToday, type Today } from './local.ts';
import { dashboardQueryKey } from './model.ts';

/**
 * The code that talks to the server, schemas included. It is loaded after the first screen, which needs only the
 * device.
 */
const lateSync = lateLoad(() => import('./sync.ts'));

/**
 * Today at a glance, live; it also tells the header how many notices are unread. A stored answer does this only while
 * nothing newer is known, because a notice may have been read since.
 */
export function useToday(): Mirror<Today> {
  const today = useMirror({
    queryKey: dashboardQueryKey,
    sync: async (db, signal) => (await lateSync()).syncDashboard(db, signal),
    read: readToday,
  });
  const unread = today.data?.unread_count;
  const isNewest = !today.isFetching && !today.isStale;
  useEffect(() => {
    if (unread !== undefined && (isNewest || unreadNotices.get() === null)) unreadNotices.set(unread);
  }, [unread, isNewest]);
  return today;
}
