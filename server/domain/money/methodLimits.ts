/** By which methods a sum can be paid (money.md 5.16). Pure. */

/** `none` is for a sum of 0 yen: nothing is asked of any gateway. */
export type Method = 'card' | 'cvs' | 'bank' | 'none';

/** What convenience stores take, yen, both included. */
export const cvsLimits = { least: 200, most: 299_999 };

/** Whether a sum can be paid by a method. */
export function isMethodAllowed(method: Method, total: number): boolean {
  if (method === 'none') return total === 0;
  if (method === 'cvs') return total >= cvsLimits.least && total <= cvsLimits.most;
  return total > 0;
}

/** The methods by which a sum can be paid, in the order in which they are offered. */
export function methodsFor(total: number): Method[] {
  return (['card', 'cvs', 'bank', 'none'] as const).filter((method) => isMethodAllowed(method, total));
}
