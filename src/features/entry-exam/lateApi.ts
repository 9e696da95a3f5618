import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/** The code that talks to the server, schemas included. It is loaded beside the landing page. */
export const lateApi = lateLoad(() => import('./api.ts'));
