import { type Subscription, subscriptionSchema } from '#contracts/shopSubscription.ts';
import { type Answer, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import { getSubscription } from './api.ts';

/**
 * One contract that renews itself: first the copy on the device, then the server's answer; readable without a network
 * (money.md 6). `key` of the component must contain both arguments.
 */
export function useSubscription(owner: string, id: string): Answer<Subscription> {
  const copy = keptCopy(owner, `subscription.${id}`, subscriptionSchema);
  return useAnswer((options) => getSubscription(id, options), copy);
}
