/** Orders of somebody under 18 as their guardian sees them, over the API (money.md 4.11). */
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { guardians } from '../db/schema/accounts.ts';
import { guardianOrders } from '../db/schema/guardianOrder.ts';
import { couponHolds, type OrderRow, orders, paymentAttempts } from '../db/schema/order.ts';
import { coupons } from '../db/schema/shop.ts';
import { bodyOf } from './answers.ts';
import { type OrderBody, openTestShop, order, type Paying, signInBuyer, type TestShop } from './buyer.ts';
import { storeCourse } from './catalog.ts';
import type { TestApp } from './createTestApp.ts';
import { linkIn, takeMails, type WaitingMail } from './mails.ts';
import type { SignedIn } from './users.ts';

const day = 86_400_000;

/** A shop with a learner of 13, whose mother has confirmed, and something to buy. */
export type Family = TestShop & { child: SignedIn; product: string };

/** Opens it on an emptied database. Stop the gateway after the test. */
export async function openFamily(): Promise<Family> {
  const shop = await openTestShop();
  const child = await signInBuyer(shop.app, { birthDate: '2012-05-05' });
  await storeGuardian({ ...shop, child });
  return { ...shop, child, product: `course-${(await storeCourse(shop.app.deps)).id}` };
}

/** Stores a guardian of the learner, who replaces an earlier one. */
export async function storeGuardian(
  { app, child }: Pick<Family, 'app' | 'child'>,
  fields: Partial<typeof guardians.$inferInsert> = {},
): Promise<void> {
  const now = new Date(app.clock.now());
  const row = {
    userId: child.id,
    name: '山田 花子',
    nameKana: 'ヤマダ ハナコ',
    email: 'hanako@example.jp',
    phone: '09087654321',
    relation: 'mother',
    status: 'confirmed',
    tokenHash: 'of-the-registration',
    requested: now,
    expires: new Date(now.getTime() + 7 * day),
    ...fields,
  };
  await app.db.insert(guardians).values(row).onConflictDoUpdate({ target: guardians.userId, set: row });
}

/** Token of the last mail to a guardian; empty: there is none. */
export function tokenIn(mails: readonly WaitingMail[]): string {
  const mail = mails.filter(({ kind }) => kind === 'order-guardian-ask').at(-1);
  return mail ? (linkIn(mail).searchParams.get('order') ?? '') : '';
}

/** The learner orders without a card, as the page does. */
export async function askedOrder(
  { app, child, product }: Family,
  paying: Paying = { method: 'card' },
): Promise<{ placed: OrderBody; token: string; mails: WaitingMail[] }> {
  const placed = await order(app, child, [product], paying);
  const mails = await takeMails(app);
  return { placed, mails, token: tokenIn(mails) };
}

/** Address of the API for a link. */
export function linkPath(token: string, act = ''): string {
  return `/api/shop/guardian/${token}/order/${act}`;
}

/** The guardian who pays, as a form tells it. */
export const guardianPayer = {
  kind: 'guardian',
  family_name: '山田',
  given_name: '花子',
  family_name_kana: 'ヤマダ',
  given_name_kana: 'ハナコ',
  phone: '09087654321',
};

/** A guardian with a link, who has no login. */
export class Guardian {
  readonly #app: TestApp;

  constructor({ app }: Pick<Family, 'app'>) {
    this.#app = app;
  }

  open(token: string): Promise<Response> {
    return this.#app.call('GET', linkPath(token));
  }

  seen(token: string): Promise<GuardianOrder> {
    return bodyOf<GuardianOrder>(this.open(token));
  }

  /** Agrees to the offer that is shown, or to what `fields` say. */
  async approve(token: string, fields: object = {}): Promise<Response> {
    const { order: shown } = await this.seen(token);
    const json = { confirm_hash: shown?.confirm_hash ?? '', agree: true, ...fields };
    return this.#app.call('POST', linkPath(token, 'approve/'), { json });
  }

  decline(token: string): Promise<Response> {
    return this.#app.call('POST', linkPath(token, 'decline/'));
  }

  pay(token: string, json: object): Promise<Response> {
    return this.#app.call('POST', linkPath(token, 'pay/'), { json: { payer: guardianPayer, ...json } });
  }
}

/** The stored row of the only order. */
export async function storedOrder({ app }: Pick<Family, 'app'>): Promise<OrderRow | undefined> {
  return (await app.db.select().from(orders))[0];
}

/** The question to a guardian, and the answer. */
export async function storedAsk({ app }: Pick<Family, 'app'>) {
  return (await app.db.select().from(guardianOrders))[0];
}

export async function attemptStates({ app }: Pick<Family, 'app'>): Promise<string[]> {
  return (await app.db.select().from(paymentAttempts)).map(({ state }) => state);
}

/** State of the only hold, and how many of its coupon are left. */
export async function couponState({ app }: Pick<Family, 'app'>) {
  const [hold] = await app.db.select().from(couponHolds);
  const [coupon] = await app.db.select({ left: coupons.remaining }).from(coupons);
  return [hold?.state, coupon?.left];
}
