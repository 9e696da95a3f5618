import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/** Loads the code that stores letters on the device, with its database. */
export const loadPost = lateLoad(() => import('./post.ts'));
