import type { PlanPage } from '#contracts/shopSubscription.ts';
import { type PublicMirror, usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';
import { getPlans } from '#shared/lib/shop/plans.ts';

/** The plans that are offered, for everybody; kept on the device for visits without a network. */
export function usePlans(): PublicMirror<PlanPage> {
  return usePublicAnswer({ key: ['subscription', 'plans'], load: getPlans, isKept: true });
}
