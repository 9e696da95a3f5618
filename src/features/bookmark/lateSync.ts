import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/** What talks to the server, schemas included: it comes after the first screen, which the device alone fills. */
export const lateSync = lateLoad(() => import('./sync.ts'));
