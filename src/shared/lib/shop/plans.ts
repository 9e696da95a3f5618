import { type Plan, type PlanPage, planPageSchema } from '#contracts/shopSubscription.ts';
import { getJson } from '../http/json.ts';
import type { WhileMaintenance } from '../transport/exchange.ts';

/** GET /api/shop/plan/: plans on sale, and what the current person has of each. */
export function getPlans(options: {
  signal: AbortSignal;
  isReload?: boolean;
  whileMaintenance: WhileMaintenance;
}): Promise<PlanPage> {
  return getJson('/api/shop/plan/', { ...options, schema: planPageSchema });
}

/** A plan by the name that checkouts use. */
export function planNamed(page: PlanPage, product: string): Plan | null {
  return page.results.find(({ product_id }) => product_id === product) ?? null;
}

/** Those that can be bought now, in the order of the server. */
export function plansOnSale({ results }: PlanPage): Plan[] {
  return results.filter(({ is_on_sale }) => is_on_sale);
}

/** Free days at the start for the current person; 0: none. */
export function freeDays({ trial_days }: Pick<Plan, 'trial_days'>): number {
  return trial_days ?? 0;
}

/** The page where buying a plan begins. */
export function planPath({ product_id }: Pick<Plan, 'product_id'>): string {
  return `/payment/method?plan=${encodeURIComponent(product_id)}`;
}
