import type { PlanPage } from '#contracts/shopSubscription.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import { type PublicMirror, usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';

/** The code that asks the server, schemas included; it is loaded beside the first screen. */
const lateAsk = lateLoad(() => import('#shared/lib/shop/askPlans.ts'));

/**
 * The plans that are offered, for everybody; kept on the device for visits without a network. A page that shows them is
 * complete without them.
 */
export function usePlans(): PublicMirror<PlanPage> {
  return usePublicAnswer({
    key: ['subscription', 'plans'],
    load: async (options) => (await lateAsk()).getPlans(options),
    isKept: true,
    isAside: true,
  });
}
