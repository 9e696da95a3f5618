import { lateLoad } from '#shared/lib/loading/lateLoad.ts';

/** What talks to the server, schemas included: it comes beside the landing page. */
export const lateApi = lateLoad(() => import('./api.ts'));
