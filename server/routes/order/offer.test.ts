import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { courses } from '../../db/schema/catalog.ts';
import { couponHolds, orderItems, orders, type paymentAttempts } from '../../db/schema/order.ts';
import { cartItems, checkouts, coupons } from '../../db/schema/shop.ts';
import { idempotencyKeys } from '../../db/schema/system.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import {
  confirmCheckout,
  fillCart,
  type MadeBody,
  openCheckout,
  openTestShop,
  order,
  type Paying,
  signInBuyer,
  storeCoupon,
  type TestShop,
} from '../../testing/buyer.ts';
import { giveCourse, storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

const minute = 60_000;
let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;
let product: string;
const cvs: Paying = { method: 'cvs', cvs_code: '10001' };

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  product = `course-${(await storeCourse(app.deps)).id}`;
});
afterEach(() => shop.gateway.stop());

const card = (): Paying => ({
  method: 'card',
  gmo_token: shop.gateway.token('challenge'),
  card: { brand: 'VISA', last4: '1111', expiry: '3912' },
});

const remaining = async () => (await app.db.select({ left: coupons.remaining }).from(coupons))[0]?.left;
const ordersStored = () => app.db.select().from(orders);
const countOf = async (table: typeof orders | typeof couponHolds | typeof paymentAttempts) =>
  (await app.db.select({ id: table.id }).from(table)).length;

type ChangedBody = {
  code: string;
  changes: { title: string; before: string; after: string }[];
  checkout: { checkout_id: string; confirm_hash: string; total: number; card_expired: boolean } | null;
  coupon_gone: boolean;
};

describe('an offer that is ordered', () => {
  it('row 18: a price that was raised meanwhile is shown before and after, and nothing is reserved', async () => {
    await storeCoupon(app);
    await fillCart(app, buyer, [product]);
    const old = await openCheckout(app, buyer, card());
    await app.db.update(courses).set({ price: 12_800 });
    const refused = await confirmCheckout(app, buyer, old);
    expect(refused.status).toBe(412);
    const { code, changes, checkout, coupon_gone } = await bodyOf<ChangedBody>(refused);
    expect({ code, coupon_gone }).toEqual({ code: 'price_changed', coupon_gone: false });
    expect(
      changes.some(({ before, after }) => before.includes('8,800円') && after.includes('11,800円')),
    ).toBe(true);
    expect(checkout).toMatchObject({ total: 11_800, card_expired: false });
    expect([await countOf(orders), await countOf(couponHolds), await remaining()]).toEqual([0, 0, 1]);
    expect(
      await app.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, old.checkout_id)),
    ).toEqual([]);
    if (!checkout) throw new Error('no new offer');
    const { order: made } = await bodyOf<MadeBody>(confirmCheckout(app, buyer, checkout));
    expect(made).toMatchObject({ total: 11_800, status: 'authenticating' });
  });

  it('row 19: a text that reads otherwise by now is shown again', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    await app.db.update(checkouts).set({ confirmHash: 'of-an-older-template' });
    const answer = await confirmCheckout(app, buyer, { ...checkout, confirm_hash: 'of-an-older-template' });
    expect(answer.status).toBe(412);
    const { checkout: next } = await bodyOf<ChangedBody>(answer);
    expect(next?.confirm_hash).toBe(checkout.confirm_hash);
    expect(await countOf(orders)).toBe(0);
  });

  it('row 6: who comes too late for the last coupon sees the new price first', async () => {
    await storeCoupon(app);
    const other = await signInBuyer(app);
    await fillCart(app, buyer, [product]);
    await fillCart(app, other, [product]);
    const [mine, theirs] = [await openCheckout(app, buyer, cvs), await openCheckout(app, other, cvs)];
    expect([mine.total, theirs.total]).toEqual([8800, 8800]);
    expect((await confirmCheckout(app, other, theirs)).status).toBe(201);
    const refused = await confirmCheckout(app, buyer, mine);
    expect(refused.status).toBe(412);
    const changed = await bodyOf<ChangedBody>(refused);
    expect(changed).toMatchObject({ coupon_gone: true, checkout: { total: 9800 } });
    expect([await countOf(orders), await remaining()]).toEqual([1, 0]);
  });

  it('row 6: of twenty people who press at once for the last coupon one has it, and nobody pays more than they read', async () => {
    await storeCoupon(app);
    const people = [];
    for (let i = 0; i < 20; i += 1) {
      const person = await signInBuyer(app);
      await fillCart(app, person, [product]);
      people.push({ person, checkout: await openCheckout(app, person, cvs) });
    }
    const answers = await Promise.all(
      people.map(({ person, checkout }) => confirmCheckout(app, person, checkout)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(412)]);
    const made = await ordersStored();
    expect([made.map(({ total }) => total), await remaining()]).toEqual([[8800], 0]);
  });

  it('row 7: one person uses a coupon once, whatever the tabs', async () => {
    await storeCoupon(app, { issued: null, remaining: null });
    const other = `course-${(await storeCourse(app.deps)).id}`;
    await fillCart(app, buyer, [product]);
    const first = await openCheckout(app, buyer, cvs);
    await app.db.delete(cartItems);
    await fillCart(app, buyer, [other]);
    const second = await openCheckout(app, buyer, cvs);
    const answers = await Promise.all([
      confirmCheckout(app, buyer, first),
      confirmCheckout(app, buyer, second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 412]);
    expect([await countOf(orders), await countOf(couponHolds)]).toEqual([1, 1]);
  });

  it('row 9: a coupon that ended between confirming and ordering takes nothing off', async () => {
    await storeCoupon(app, { expiresAt: new Date(app.clock.now() + minute) });
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    app.clock.advance(2 * minute);
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('412 price_changed');
    expect([await countOf(orders), await remaining()]).toEqual([0, 1]);
  });

  it('an offer stands for 25 minutes', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    app.clock.advance(25 * minute);
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('410 checkout_expired');
    expect(await countOf(orders)).toBe(0);
  });

  it('row 43: without its token a card has to be typed in again, and nothing is ordered', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, card());
    await app.db.update(checkouts).set({ token: null });
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('409 token_expired');
    expect([await countOf(orders), (await app.db.select().from(cartItems)).length]).toEqual([0, 1]);
  });

  it('who is under 18 is told what a guardian can do, whatever was agreed to before', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    await app.db.update(users).set({ birthDate: '2010-05-05' }).where(eq(users.id, buyer.id));
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('403 guardian_required');
    expect(await countOf(orders)).toBe(0);
  });

  it('what was bought meanwhile in another way is not ordered once more', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    await giveCourse(app.deps, buyer.id, Number(product.slice('course-'.length)));
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('412 price_changed');
  });

  it('shares of a coupon are kept with each thing, and add up', async () => {
    await storeCoupon(app, { discountType: 'percent', discountValue: 15 });
    const second = await storeCourse(app.deps);
    await app.db.update(courses).set({ price: 3333 }).where(eq(courses.id, second.id));
    const made = await order(app, buyer, [product, `course-${second.id}`], cvs);
    const items = await app.db.select().from(orderItems);
    expect(items.reduce((sum, { paid }) => sum + paid, 0)).toBe(made.total);
    expect(items.map(({ unitPrice, discountShare, paid }) => unitPrice - discountShare - paid)).toEqual([
      0, 0,
    ]);
  });
});
