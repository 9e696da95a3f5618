import {
  type OrderState,
  orderStatusSchema,
  type PaySettings,
  paySettingsSchema,
} from '#contracts/shopOrder.ts';
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
/** Whoever changes a contract is not led away from it by a maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** What somebody has that renews itself, the newest first. */
export function getSubscriptions(options: AskOptions): Promise<SubscriptionPage> {
  return getJson(path, { ...options, schema: subscriptionPageSchema });
}

/** One of them. */
export function getSubscription(id: string, options: AskOptions): Promise<Subscription> {
  return getJson(pathOf(id), { ...options, schema: subscriptionSchema });
}

/** What can be done with one, by the ends of their paths, and what each is told (money.md 4.16). */
export type Act =
  | { kind: 'cancel'; body: { reason: string } }
  | { kind: 'resume' }
  | { kind: 'pause' }
  | { kind: 'retry' }
  | { kind: 'card'; body: SubscriptionCardInput }
  | { kind: 'price'; body: { price: number; agree: true } };

/** Does it. Sent twice under one key, it is done once. */
export function postAct(id: string, act: Act, idempotencyKey: string): Promise<SubscriptionMade> {
  return sendJson('POST', `${pathOf(id)}${act.kind}/`, {
    body: 'body' in act ? act.body : {},
    idempotencyKey,
    schema: subscriptionMadeSchema,
    ...staying,
  });
}

/** How the payment of a charge stands. */
export function getChargeState(order: string, signal: AbortSignal): Promise<OrderState> {
  return getJson(`/api/shop/order/${encodeURIComponent(order)}/status/`, {
    signal,
    isReload: true,
    schema: orderStatusSchema,
    ...staying,
  });
}

/** Where the fields of a new card are. */
export function getPaySettings(options: AskOptions): Promise<PaySettings> {
  return getJson('/api/payment/settings/', { ...options, schema: paySettingsSchema });
}
