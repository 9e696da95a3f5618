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
} from '#contracts/shopOrder.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { queryOf } from './model.ts';

const orders = '/api/shop/order/';
const pathOf = (id: string) => `${orders}${encodeURIComponent(id)}/`;
/** Somebody who is changing an order stays on the page during maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** A page of orders, the newest first. `query`: `queryOf` of a kind, or the page link that the server gave. */
export function getOrders(query: string, options: AskOptions): Promise<OrderPage> {
  return getJson(`${orders}?${query}`, { ...options, schema: orderPageSchema, slot: query });
}

/** Whether the member has ever bought something that renews itself. */
export async function hasSubscriptions(options: AskOptions): Promise<boolean> {
  return (await getOrders(queryOf('subscription'), options)).count > 0;
}

function getOrder(id: string, options: AskOptions): Promise<Order> {
  return getJson(pathOf(id), { ...options, schema: orderSchema });
}

function getState(id: string, options: AskOptions): Promise<OrderState> {
  return getJson(`${pathOf(id)}status/`, { ...options, schema: orderStatusSchema });
}

/** An order and the state of its payment, both from the same moment. */
export async function getMade(id: string, options: AskOptions): Promise<OrderMade> {
  const [order, state] = await Promise.all([getOrder(id, options), getState(id, options)]);
  if (order.status === state.status) return { order, state };
  // Between the two answers it was paid, or ended.
  return { order: await getOrder(id, { ...options, isReload: true }), state };
}

/** Pays for the same goods in another way (money.md 4.12). */
export function postRetry(id: string, body: OrderRetryInput, idempotencyKey: string): Promise<OrderMade> {
  return sendJson('POST', `${pathOf(id)}retry/`, {
    body,
    idempotencyKey,
    schema: orderMadeSchema,
    ...staying,
  });
}

/** Cancels an unpaid order (money.md 4.13). */
export function postCancel(id: string, reason: string, idempotencyKey: string): Promise<OrderMade> {
  return sendJson('POST', `${pathOf(id)}cancel/`, {
    body: { reason },
    idempotencyKey,
    schema: orderMadeSchema,
    ...staying,
  });
}

/** Requests the receipt of a paid order; its name can be set only once (money.md 4.17). */
export function postReceipt(id: string, body: ReceiptInput, idempotencyKey: string): Promise<Document> {
  return sendJson('POST', `${pathOf(id)}receipt/`, {
    body,
    idempotencyKey,
    schema: documentSchema,
    ...staying,
  });
}

/** The documents of an order. */
export function getPapers(id: string, options: Partial<AskOptions>): Promise<DocumentList> {
  return getJson(`${pathOf(id)}document/`, { ...options, ...staying, schema: documentListSchema });
}

/** Confirms that a contract document has arrived and can be read (money.md 4.18). */
export function postReceived(id: string): Promise<Document> {
  const path = `/api/shop/document/${encodeURIComponent(id)}/received/`;
  return sendJson('POST', path, { schema: documentSchema, ...staying });
}
