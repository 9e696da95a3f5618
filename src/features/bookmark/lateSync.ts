import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import { storedScreenGone } from '#shared/lib/loading/pageStands.ts';

/**
 * The code that talks to the server, schemas included. It is loaded after the first screen, which needs only the
 * device.
 */
export const lateSync = lateLoad(async () => {
  await storedScreenGone();
  return import('./sync.ts');
});
