import { useEffect } from 'react';
import { type Mirror, useMirror } from '#shared/lib/mirror.ts';
import { unreadNotices } from '#shared/lib/unreadNotices.ts';
import { readToday, type Today } from './local.ts';
import { dashboardQueryKey, syncDashboard } from './sync.ts';

/** Today at a glance, live; tells the header how many notices are unread. */
export function useToday(): Mirror<Today> {
  const today = useMirror({ queryKey: dashboardQueryKey, sync: syncDashboard, read: readToday });
  const unread = today.data?.unread_count;
  useEffect(() => {
    if (unread !== undefined) unreadNotices.set(unread);
  }, [unread]);
  return today;
}
