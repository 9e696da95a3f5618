import type { KeepForLater } from '#features/cart/model.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

const loadKeep = lateLoad(() => import('../mypage/keepForLater.ts'));

const keepForLater: KeepForLater = async (item) => (await loadKeep()).keepForLater(item);

/** How a learner keeps a course of the cart for later; guests have no bookmarks and load nothing of this. */
export function useKeepForLater(): KeepForLater | undefined {
  return useSession().state === 'in' ? keepForLater : undefined;
}
