import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutChange } from '#contracts/shopCheckout.ts';
import { courses } from '../../db/schema/catalog.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import {
  confirmCheckout,
  fillCart,
  openCheckout,
  openTestShop,
  signInBuyer,
  type TestShop,
} from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import type { SignedIn } from '../../testing/users.ts';

const minute = 60_000;
let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;
let courseId: number;

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  courseId = (await storeCourse(app.deps)).id;
  await fillCart(app, buyer, [`course-${courseId}`]);
});
afterEach(() => shop.gateway.stop());

const renew = (id: string, token = buyer.token) =>
  app.call('POST', `/api/shop/checkout/${id}/renew/`, { token });

describe('POST /api/shop/checkout/{id}/renew/', () => {
  it('lets the same offer stand for another 25 minutes, also when it was over', async () => {
    const offer = await openCheckout(app, buyer, { method: 'cvs', cvs_code: '10001' });
    app.clock.advance(26 * minute);
    expect(await refusalOf(confirmCheckout(app, buyer, offer))).toBe('410 checkout_expired');
    const { changes, checkout } = await bodyOf<CheckoutChange>(renew(offer.checkout_id));
    expect(changes).toEqual([]);
    expect(checkout).toMatchObject({
      checkout_id: offer.checkout_id,
      confirm_hash: offer.confirm_hash,
      expires_at: new Date(app.clock.now() + 25 * minute).toISOString(),
    });
    expect((await confirmCheckout(app, buyer, offer)).status).toBe(201);
  });

  it('does not make the token of a card live longer', async () => {
    const card = { brand: 'visa', last4: '1111', expiry: '3912' };
    const token = shop.gateway.token('challenge');
    const offer = await openCheckout(app, buyer, { method: 'card', gmo_token: token, card });
    app.clock.advance(20 * minute);
    const early = await bodyOf<CheckoutChange>(renew(offer.checkout_id));
    expect(early.checkout).toMatchObject({ card_expired: false });
    app.clock.advance(6 * minute);
    const late = await bodyOf<CheckoutChange>(renew(offer.checkout_id));
    expect(late.checkout).toMatchObject({ checkout_id: offer.checkout_id, card_expired: true });
  });

  it('answers the offer of now with what has changed', async () => {
    const offer = await openCheckout(app, buyer, { method: 'bank' });
    await app.db.update(courses).set({ price: 12_000 }).where(eq(courses.id, courseId));
    const { changes, checkout } = await bodyOf<CheckoutChange>(renew(offer.checkout_id));
    expect(changes.map(({ title }) => title)).toContain('価格');
    expect(checkout?.checkout_id).not.toBe(offer.checkout_id);
    expect(checkout?.total).toBe(12_000);
  });

  it('says which order was made of it', async () => {
    const offer = await openCheckout(app, buyer, { method: 'bank' });
    const { order } = await bodyOf<{ order: { id: number } }>(confirmCheckout(app, buyer, offer));
    const { checkout } = await bodyOf<CheckoutChange>(renew(offer.checkout_id));
    expect(String(checkout?.order)).toBe(String(order.id));
  });

  it('is for the buyer alone', async () => {
    const { checkout_id } = await openCheckout(app, buyer, { method: 'bank' });
    const other = await signInBuyer(app);
    expect((await renew(checkout_id, other.token)).status).toBe(404);
    await expectMembersOnly(app, buyer, (options) =>
      app.call('POST', `/api/shop/checkout/${checkout_id}/renew/`, options),
    );
  });
});
