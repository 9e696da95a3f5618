/**
 * By which methods a sum can be paid at all (money.md 5.16); which of them this server takes is decided elsewhere.
 * Pure.
 */
import type { PayMethod } from '#contracts/shopCart.ts';
import { cvsLimits } from '#contracts/shopCheckout.ts';

/** Whether a sum can be paid by a method. `none` is for a sum of 0 yen, for which no gateway is asked. */
export function isMethodAllowed(method: PayMethod, total: number): boolean {
  if (method === 'none') return total === 0;
  if (method === 'cvs') return total >= cvsLimits.least && total <= cvsLimits.most;
  return total > 0;
}

/** The methods by which a sum can be paid, in the order in which they are offered. */
export function methodsFor(total: number): PayMethod[] {
  return (['card', 'cvs', 'bank', 'none'] as const).filter((method) => isMethodAllowed(method, total));
}
