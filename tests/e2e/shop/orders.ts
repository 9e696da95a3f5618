import { expect, type Page } from '@playwright/test';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';

/** An order as tests need it. */
export type PlacedOrder = { id: string; order_no: string; total: number; number: string };

type Wire = {
  id: number;
  order_no: string;
  status: string;
  total: number;
  payment: { cvs: { receipt_no: string } | null; bank: { number: string } | null };
};

const payer = {
  kind: 'self',
  // Not the name of the account: a parent pays for a child.
  family_name: '鈴木',
  given_name: '一郎',
  family_name_kana: 'スズキ',
  given_name_kana: 'イチロウ',
  phone: '09012345678',
};

/** Calls the API as somebody, past the browser. */
async function call<Answer>(
  site: DemoSite,
  { token }: Learner,
  path: string,
  json?: object,
  key?: string,
): Promise<Answer> {
  const response = await fetch(site.network.origin + path, {
    method: json ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json',
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** How an order stands on the server. */
export async function statusOf(site: DemoSite, buyer: Learner, id: string): Promise<string> {
  return (await call<Wire>(site, buyer, `/api/shop/order/${id}/`)).status;
}

type Paying = { method: 'cvs'; cvs_code: string } | { method: 'bank' };
type Offer = { checkout_id: string; confirm_hash: string };

/**
 * Puts a course of the demo into the cart and makes the offer to order it, as the pages do. `course`: its key in the
 * demo.
 */
export async function makeOffer(
  site: DemoSite,
  buyer: Learner,
  paying: Paying,
  course: string,
): Promise<Offer> {
  const [row] = await site.rows<{ id: number }>(`select id from courses where key = '${course}'`);
  await call(site, buyer, '/api/shop/cart/item/', { product_id: `course-${row?.id}` });
  const { version } = await call<{ version: number }>(site, buyer, '/api/shop/cart/');
  return call<Offer>(site, buyer, '/api/shop/checkout/', { cart_version: version, payer, ...paying });
}

/** Orders a course as the pages do, and waits until there is something to pay by. Answers the number of that, too. */
export async function placeOrder(
  site: DemoSite,
  buyer: Learner,
  paying: Paying,
  course = 'physics-basic',
): Promise<PlacedOrder> {
  const { checkout_id, confirm_hash } = await makeOffer(site, buyer, paying, course);
  const body = { checkout_id, confirm_hash, agree: true };
  const { order } = await call<{ order: Wire }>(site, buyer, '/api/shop/order/', body, checkout_id);
  await expect.poll(() => statusOf(site, buyer, String(order.id))).toBe('awaiting_payment');
  const placed = await call<Wire>(site, buyer, `/api/shop/order/${order.id}/`);
  const number = placed.payment.cvs?.receipt_no ?? placed.payment.bank?.number ?? '';
  return { id: String(placed.id), order_no: placed.order_no, total: placed.total, number };
}

/** Somebody pays a number at the till, in `till`, a tab or browser of their own; the till has answered then. */
export async function payAtTill(till: Page, site: DemoSite, number: string): Promise<void> {
  await till.goto(`${site.counter}/till?number=${number}`);
  await till.getByTestId('till-pay').click();
  // A tab that is closed while the answer arrives never closes: microsoft/playwright#42068.
  await expect(till.getByTestId('counter-word')).toContainText('受け取りました');
}

/** Somebody transfers a sum to an account, in `counter`, a tab or browser of their own; the bank has answered then. */
export async function deposit(counter: Page, site: DemoSite, account: string, amount: number): Promise<void> {
  await counter.goto(`${site.counter}/bank?account=${account}`);
  await counter.getByTestId('deposit-amount').fill(String(amount));
  await counter.getByTestId('deposit-pay').click();
  await expect(counter.getByTestId('counter-word')).toContainText('振り込みました');
}
