import type { Plan, PlanPage } from '#contracts/shopSubscription.ts';
import { paths } from '../pages/paths.ts';

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
  return `${paths.paymentMethod()}?plan=${encodeURIComponent(product_id)}`;
}
