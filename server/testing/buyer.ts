/** A buyer at the API, and the money jobs of a server with the scripted gateway. */
import type { AddressInput } from '#contracts/accountSettings.ts';
import type { CheckoutBodyInput } from '#contracts/shopAddress.ts';
import type { CheckoutInput } from '#contracts/shopCheckout.ts';
import { coupons } from '../db/schema/shop.ts';
import { transaction } from '../db/transaction.ts';
import { runCommands } from '../domain/order/executor.ts';
import { noteUnknown } from '../domain/order/gatewayHealth.ts';
import { observeDue } from '../domain/order/observe.ts';
import { type ScriptedGateway, startScriptedGateway } from '../gateway/start.ts';
import { silentLog } from '../log.ts';
import { scriptedGateway } from '../payment/open.ts';
import { scriptedShop } from '../payment/settings.ts';
import { bodyOf } from './answers.ts';
import { createTestApp, type TestApp } from './createTestApp.ts';
import type { NewUser, SignedIn } from './users.ts';

/** A test server with its own scripted gateway, on the clock of the test. Stop the gateway after the test. */
export type TestShop = { app: TestApp; gateway: ScriptedGateway };

/**
 * Starts both on an emptied database. Notifications are never sent by themselves.
 *
 * @param kind what the gateway counts as; with `gmo` the cards are real ones, and the orders are not test orders
 */
export async function openTestShop(kind: 'scripted' | 'gmo' = 'scripted'): Promise<TestShop> {
  const clock = { now: () => Date.now() };
  const gateway = await startScriptedGateway({
    port: 0,
    file: null,
    shop: scriptedShop,
    isAutomatic: false,
    clock: { now: () => clock.now() },
  });
  const client = scriptedGateway(gateway, silentLog);
  const app = await createTestApp({
    gateway: { ...client, capabilities: { ...client.capabilities, kind } },
  });
  clock.now = () => app.clock.now();
  return { app, gateway };
}

/** Sends and searches for everything that is due now, until nothing is. */
export async function runMoney({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await runCommands(deps);
  await observeDue(deps);
  await runCommands(deps);
}

/** Five commands with an unknown result (money.md 7, row 58). */
export async function closeGateway({ db, clock }: Pick<TestApp, 'db' | 'clock'>): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await transaction(db, (tx) => noteUnknown(tx, clock.now()));
}

/** Signs in somebody of age. */
export async function signInBuyer(app: TestApp, fields: NewUser = {}): Promise<SignedIn> {
  return app.signIn(
    await app.createUser({ familyName: '山田', givenName: '太郎', birthDate: '1990-05-05', ...fields }),
  );
}

/** Who pays, as a form tells it. */
export const payer: CheckoutInput['payer'] = {
  kind: 'self',
  family_name: '山田',
  given_name: '太郎',
  family_name_kana: 'ヤマダ',
  given_name_kana: 'タロウ',
  phone: '09012345678',
};

/** Where contract papers go by post. */
export const home: AddressInput = {
  postal_code: '1000001',
  prefecture: '東京都',
  city: '千代田区',
  street: '千代田1-2',
  building: 'みほん荘101',
};

/** Fields of a checkout; the data of a card come from the gateway. */
export type Paying = Partial<CheckoutBodyInput> & Pick<CheckoutInput, 'method'>;
export type CheckoutBody = { checkout_id: string; confirm_hash: string; total: number; method: string };

/** Puts products into the cart; answers its version. */
export async function fillCart(app: TestApp, { token }: SignedIn, productIds: string[]): Promise<number> {
  for (const product_id of productIds) {
    const answer = await app.call('POST', '/api/shop/cart/item/', { token, json: { product_id } });
    if (answer.status !== 200) throw new Error(`cart: ${answer.status} ${await answer.text()}`);
  }
  const cart = await bodyOf<{ version: number }>(app.call('GET', '/api/shop/cart/', { token }));
  return cart.version;
}

/** Freezes what is in the cart. */
export async function openCheckout(app: TestApp, { token }: SignedIn, paying: Paying): Promise<CheckoutBody> {
  const cart = await bodyOf<{ version: number }>(app.call('GET', '/api/shop/cart/', { token }));
  const json = { cart_version: cart.version, payer, ...paying };
  const answer = await app.call('POST', '/api/shop/checkout/', { token, json });
  if (answer.status !== 201) throw new Error(`checkout: ${answer.status} ${await answer.text()}`);
  return bodyOf<CheckoutBody>(answer);
}

/** Presses 「注文を確定する」, as the page does: with the checkout's number as the key. */
export function confirmCheckout(
  app: TestApp,
  { token }: SignedIn,
  { checkout_id, confirm_hash }: Pick<CheckoutBody, 'checkout_id' | 'confirm_hash'>,
  options: { key?: string | null } = {},
): Promise<Response> {
  const key = options.key === undefined ? checkout_id : options.key;
  const json = { checkout_id, confirm_hash, agree: true };
  return app.call('POST', '/api/shop/order/', { token, json, ...(key === null ? {} : { key }) });
}

export type OrderBody = {
  id: number;
  order_no: string;
  status: string;
  total: number;
  method: string;
  can_cancel: boolean;
  can_retry: boolean;
  can_refund: boolean;
  items: { product_id: string; paid: number; inventory: number | null; course: number | null }[];
  payment: {
    status: string;
    cvs: { receipt_no: string; name: string } | null;
    bank: { number: string } | null;
    due_at: string | null;
    received: number;
    rest: number;
    is_uncharged: boolean;
    is_returned: boolean;
    failure: string | null;
    error_code: string | null;
  };
};
export type StateBody = {
  order: number;
  status: string;
  next: string;
  redirect_url: string | null;
  failure: string | null;
  error_code: string | null;
  is_uncharged: boolean;
  retry_at: string | null;
};
export type MadeBody = { order: OrderBody; state: StateBody };

/** Cart, checkout and order in one; throws a refusal. */
export async function order(
  app: TestApp,
  buyer: SignedIn,
  productIds: string[],
  paying: Paying,
): Promise<OrderBody> {
  await fillCart(app, buyer, productIds);
  const answer = await confirmCheckout(app, buyer, await openCheckout(app, buyer, paying));
  if (answer.status !== 201) throw new Error(`order: ${answer.status} ${await answer.text()}`);
  return (await bodyOf<MadeBody>(answer)).order;
}

export function readOrder(app: TestApp, { token }: SignedIn, id: number): Promise<OrderBody> {
  return bodyOf<OrderBody>(app.call('GET', `/api/shop/order/${id}/`, { token }));
}

export function readState(app: TestApp, { token }: SignedIn, id: number): Promise<StateBody> {
  return bodyOf<StateBody>(app.call('GET', `/api/shop/order/${id}/status/`, { token }));
}

/**
 * Stores a public coupon of which there is only one. The pack of tests exists since the first course was stored.
 * Answers its number.
 */
export async function storeCoupon(
  app: TestApp,
  fields: Partial<typeof coupons.$inferInsert> = {},
): Promise<number> {
  const row = {
    key: 'c1',
    pack: 'test',
    code: 'SPRING22',
    name: '春の1,000円引き',
    description: '説明',
    discountType: 'amount' as const,
    discountValue: 1000,
    isPublic: true,
    issued: 1,
    remaining: 1,
    modified: new Date(app.clock.now()),
    ...fields,
  };
  const [stored] = await app.db.insert(coupons).values(row).returning({ id: coupons.id });
  return stored?.id ?? 0;
}
