import { type PlanPage, planPageSchema } from '#contracts/shopSubscription.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { WhileMaintenance } from '../transport/exchange.ts';

/** GET /api/shop/plan/: plans on sale, and what the current person has of each. */
export function getPlans(options: {
  signal: AbortSignal;
  isReload?: boolean;
  whileMaintenance: WhileMaintenance;
}): Promise<PlanPage> {
  return getJson('/api/shop/plan/', { ...options, schema: planPageSchema });
}
