/** The same page on the way to a plan; empty: to the goods of the cart. Every step carries the plan in its address. */
export function withPlan(path: string, plan: string): string {
  if (plan === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}plan=${encodeURIComponent(plan)}`;
}
