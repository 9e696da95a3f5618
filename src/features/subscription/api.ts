import { type OrderState, orderStatusSchema } from '#contracts/shopOrder.ts';
import {
  type Subscription,
  type SubscriptionCardInput,
  type SubscriptionMade,
  type SubscriptionPage,
  subscriptionMadeSchema,
  subscriptionPageSchema,
  subscriptionSchema,
} from '#contracts/shopSubscription.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const path = '/api/shop/subscription/';
const pathOf = (id: string) => `${path}${encodeURIComponent(id)}/`;
/** Somebody who is changing a contract stays on the page during maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** The member's contracts that renew themselves, the newest first. */
export function getSubscriptions(options: AskOptions): Promise<SubscriptionPage> {
  return getJson(path, { ...options, schema: subscriptionPageSchema });
}

/** One of them. */
export function getSubscription(id: string, options: AskOptions): Promise<Subscription> {
  return getJson(pathOf(id), { ...options, schema: subscriptionSchema });
}

/** The possible actions, by the ends of their paths, with what each sends (money.md 4.16). */
export type Act =
  | { kind: 'cancel'; body: { reason: string } }
  | { kind: 'resume' }
  | { kind: 'pause' }
  | { kind: 'retry' }
  | { kind: 'card'; body: SubscriptionCardInput }
  | { kind: 'price'; body: { price: number; agree: true } };

/** Runs an action. Sent twice under one idempotency key, it is done once. */
export function postAct(id: string, act: Act, idempotencyKey: string): Promise<SubscriptionMade> {
  return sendJson('POST', `${pathOf(id)}${act.kind}/`, {
    body: 'body' in act ? act.body : {},
    idempotencyKey,
    schema: subscriptionMadeSchema,
    ...staying,
  });
}

/** The state of a charge's payment. */
export function getChargeState(order: string, signal: AbortSignal): Promise<OrderState> {
  return getJson(`/api/shop/order/${encodeURIComponent(order)}/status/`, {
    signal,
    isReload: true,
    schema: orderStatusSchema,
    ...staying,
  });
}
