import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/** The code that talks to the server, schemas included; it is loaded beside the first screen. */
export const lateApi = lateLoad(() => import('./api.ts'));
