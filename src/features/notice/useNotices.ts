import type { Notice } from '#contracts/study.ts';
import { session } from '#shared/lib/account/session.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import type { PageView } from '#shared/lib/mirror/pages.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';
import { saveOrTell, savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { putReadAllIntent, putReadIntent, readNotice, readNoticeOrder, readNoticePage } from './local.ts';

/**
 * The code that talks to the server, schemas included. It is loaded after the first screen, which needs only the
 * device.
 */
const lateSync = lateLoad(() => import('./sync.ts'));

/** Query keys of this feature. */
const noticeKeys = {
  page: (query: string) => ['notice', 'page', query] as const,
  one: (id: string) => ['notice', 'one', id] as const,
};

/** One page of notices. `query`: as `noticeQuery` makes it, or the `next` / `previous` of a page already shown. */
export function useNotices(query = ''): Mirror<PageView<Notice>> {
  return useMirror({
    queryKey: noticeKeys.page(query),
    sync: async (db, signal) => (await lateSync()).syncNoticePage(db, query, signal),
    read: (db) => readNoticePage(db, query),
    isKept: query === '',
  });
}

/** One notice, main resource of its page. */
export function useNotice(id: string): Mirror<Notice> {
  return useMirror({
    queryKey: noticeKeys.one(id),
    sync: async (db, signal) => (await lateSync()).syncNotice(db, id, signal),
    read: (db) => readNotice(db, id),
  });
}

/** Ids of the stored notices in the order of the list, live. */
export function useNoticeOrder(): string[] {
  return useStored(() => readNoticeOrder(currentDb()).catch(() => []), []) ?? [];
}

/**
 * Marks a notice as read: here at once, at the server when it can be reached. The learner did not ask for this, so a
 * failure is reported only discreetly.
 */
export async function markRead(notice: Notice): Promise<void> {
  // Before anything is sent: the server's number may come back without this notice.
  const known = session.getSnapshot().user?.unread_count ?? 0;
  try {
    if (!(await putReadIntent(currentDb(), notice))) return;
    unreadNotices.set(Math.max(0, (unreadNotices.get() ?? known) - 1));
  } catch (error) {
    console.warn('notice: not marked as read', error);
    savingFailedBehind(error);
  }
}

/**
 * Marks all notices as read: here at once, at the server when it can be reached.
 *
 * @returns whether the device has stored it; if not, the learner has been told.
 */
export async function markAllRead(label: string): Promise<boolean> {
  const isStored = await saveOrTell('read', () => putReadAllIntent(currentDb(), label));
  if (isStored) unreadNotices.set(0);
  return isStored;
}
