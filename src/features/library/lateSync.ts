import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/**
 * The code that talks to the server, schemas included. It is loaded after the first screen, which needs only the
 * device.
 */
export const lateSync = lateLoad(() => import('./sync.ts'));
