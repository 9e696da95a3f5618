import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/** Brings what keeps letters on the device, with its database. */
export const loadPost = lateLoad(() => import('./post.ts'));
