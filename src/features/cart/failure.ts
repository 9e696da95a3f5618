import { describeFailure } from '#shared/form/failure.ts';
import { CartFullError } from '#shared/lib/shop/cart.ts';

/** What to tell about a change of the cart that failed: what happened, that nothing is lost, what to do. */
export function describeTrouble(error: unknown): string {
  return error instanceof CartFullError ? error.message : describeFailure(error);
}
