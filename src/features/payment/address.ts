/** The same page when buying a plan (empty: when buying the cart). Every step carries the plan in its address. */
export function withPlan(path: string, plan: string): string {
  if (plan === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}plan=${encodeURIComponent(plan)}`;
}
