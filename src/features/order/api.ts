import {
  type Document,
  type DocumentList,
  documentListSchema,
  documentSchema,
  type ReceiptInput,
} from '#contracts/shopDocument.ts';
import {
  type Order,
  type OrderMade,
  type OrderPage,
  type OrderRetryInput,
  type OrderState,
  orderMadeSchema,
  orderPageSchema,
  orderSchema,
  orderStatusSchema,
  type PaySettings,
  paySettingsSchema,
} from '#contracts/shopOrder.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { queryOf } from './model.ts';

const orders = '/api/shop/order/';
const pathOf = (id: string) => `${orders}${encodeURIComponent(id)}/`;
/** Whoever changes an order is not led away from it by a maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** A page of orders, the newest first. `query`: `queryOf` of a kind, or what the server named as another page. */
export function getOrders(query: string, options: AskOptions): Promise<OrderPage> {
  return getJson(`${orders}?${query}`, { ...options, schema: orderPageSchema, slot: query });
}

/** Whether anything was bought that renews itself. */
export async function hasSubscriptions(options: AskOptions): Promise<boolean> {
  return (await getOrders(queryOf('subscription'), options)).count > 0;
}

function getOrder(id: string, options: AskOptions): Promise<Order> {
  return getJson(pathOf(id), { ...options, schema: orderSchema });
}

function getState(id: string, options: AskOptions): Promise<OrderState> {
  return getJson(`${pathOf(id)}status/`, { ...options, schema: orderStatusSchema });
}

/** An order with how its payment stands, both of one moment. */
export async function getMade(id: string, options: AskOptions): Promise<OrderMade> {
  const [order, state] = await Promise.all([getOrder(id, options), getState(id, options)]);
  if (order.status === state.status) return { order, state };
  // It was paid, or ended, between the two answers.
  return { order: await getOrder(id, { ...options, isReload: true }), state };
}

/** The same goods, paid in another way (money.md 4.12). */
export function postRetry(id: string, body: OrderRetryInput, idempotencyKey: string): Promise<OrderMade> {
  return sendJson('POST', `${pathOf(id)}retry/`, {
    body,
    idempotencyKey,
    schema: orderMadeSchema,
    ...staying,
  });
}

/** Calls an unpaid order off (money.md 4.13). */
export function postCancel(id: string, reason: string, idempotencyKey: string): Promise<OrderMade> {
  return sendJson('POST', `${pathOf(id)}cancel/`, {
    body: { reason },
    idempotencyKey,
    schema: orderMadeSchema,
    ...staying,
  });
}

/** Asks for the receipt of a paid order; the name can be set once (money.md 4.17). */
export function postReceipt(id: string, body: ReceiptInput, idempotencyKey: string): Promise<Document> {
  return sendJson('POST', `${pathOf(id)}receipt/`, {
    body,
    idempotencyKey,
    schema: documentSchema,
    ...staying,
  });
}

/** The papers of an order. */
export function getPapers(id: string, options: Partial<AskOptions>): Promise<DocumentList> {
  return getJson(`${pathOf(id)}document/`, { ...options, ...staying, schema: documentListSchema });
}

/** Says that a contract paper has arrived and can be read (money.md 4.18). */
export function postReceived(id: string): Promise<Document> {
  const path = `/api/shop/document/${encodeURIComponent(id)}/received/`;
  return sendJson('POST', path, { schema: documentSchema, ...staying });
}

/** Which ways of paying there are, and where the card frame is. */
export function getPaySettings(options: AskOptions): Promise<PaySettings> {
  return getJson('/api/payment/settings/', { ...options, schema: paySettingsSchema });
}
