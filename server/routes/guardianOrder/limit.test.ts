import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { users } from '../../db/schema/accounts.ts';
import { guardianLimits, guardianOrders } from '../../db/schema/guardianOrder.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { confirmCheckout, fillCart, openCheckout, order, readState, runMoney } from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import {
  askedOrder,
  attemptStates,
  type Family,
  Guardian,
  linkPath,
  openFamily,
  storeGuardian,
  tokenIn,
} from '../../testing/guardianOrders.ts';
import { takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

const day = 86_400_000;
let family: Family;
let app: TestApp;
let child: SignedIn;
let guardian: Guardian;
/** What one course costs, yen. */
let price: number;

beforeEach(async () => {
  family = await openFamily();
  ({ app, child } = family);
  guardian = new Guardian(family);
});
afterEach(() => family.gateway.stop());

const setLimit = (token: string, yen: number | null) =>
  app.call('PUT', linkPath(token, 'limit/'), { json: { yen } });

/** The guardian agrees to a first order and sets a limit of this many courses a month. Answers its link. */
async function agreedUpTo(count: number): Promise<string> {
  const { token, placed } = await askedOrder(family, { method: 'bank' });
  price = placed.total;
  await guardian.approve(token);
  expect((await setLimit(token, count * price)).status).toBe(200);
  await takeMails(app);
  return token;
}

/** Another course is ordered. */
async function orderNext(method: 'card' | 'bank' = 'bank') {
  const placed = await order(app, child, [`course-${(await storeCourse(app.deps)).id}`], { method });
  const mails = await takeMails(app);
  return { placed, mails, token: tokenIn(mails) };
}

describe('the limit of a guardian', () => {
  it('agrees beforehand: a transfer goes on at once, the guardian is told and not asked', async () => {
    await agreedUpTo(2);
    const { placed, mails, token } = await orderNext();
    expect(placed.status).toBe('confirmed');
    expect(await attemptStates(family)).toEqual(['ready']);
    expect(mails.map(({ kind }) => kind)).toEqual(['order-guardian-ask', 'order-ordered']);
    expect(mails[0]?.subject).toContain('保護者の方へ お申し込みのお知らせ');
    expect(mails[0]?.text).toContain('確認をお願いせずに受け付けました');
    await runMoney(app);
    expect((await readState(app, child, placed.id)).status).toBe('awaiting_payment');
    const [row] = await app.db.select().from(guardianOrders).where(eq(guardianOrders.orderId, placed.id));
    expect(row).toMatchObject({ decision: 'approved', limitYen: 2 * price });
    expect((await guardian.seen(token)).order).toMatchObject({ within_limit: true });
  });

  it('leaves a card to the guardian, who can pay or call it off', async () => {
    await agreedUpTo(2);
    const { placed, mails, token } = await orderNext('card');
    expect(placed.status).toBe('confirmed');
    expect(await attemptStates(family)).toEqual([]);
    expect(mails[1]?.text).toContain('保護者の方が決めた金額までのため');
    expect((await guardian.seen(token)).status.state).toBe('approved');
    expect((await guardian.decline(token)).status).toBe(200);
    expect((await readState(app, child, placed.id)).status).toBe('canceled');
    // An order that ended without money does not count for the month.
    expect((await orderNext()).placed.status).toBe('confirmed');
    expect((await orderNext()).placed.status).toBe('awaiting_guardian');
  });

  it('counts the whole month of Japan, and begins anew with the next one', async () => {
    await agreedUpTo(2);
    expect((await orderNext()).placed.status).toBe('confirmed');
    const over = await orderNext();
    expect(over.placed.status).toBe('awaiting_guardian');
    expect(over.mails[0]?.subject).toContain('保護者の方へ お申し込みのご確認のお願い');
    app.clock.advance(32 * day);
    const again = await app.signIn(child);
    child = { ...child, token: again.token };
    expect((await orderNext()).placed.status).toBe('confirmed');
  });

  it('is said in the text that is ordered, which reads otherwise when it is ended in between', async () => {
    const token = await agreedUpTo(2);
    await fillCart(app, child, [`course-${(await storeCourse(app.deps)).id}`]);
    const offer = await openCheckout(app, child, { method: 'bank' });
    expect(JSON.stringify(offer)).toContain('確認を待たずに');
    expect(offer).toMatchObject({ needs_guardian: true, within_limit: true });
    expect((await setLimit(token, null)).status).toBe(200);
    expect(await refusalOf(confirmCheckout(app, child, offer))).toBe('412 price_changed');
  });

  it('counts, and is set, only while the guardian has confirmed the registration; each order is still theirs to agree to', async () => {
    await agreedUpTo(4);
    await storeGuardian(family, { status: 'requested' });
    const { placed, token } = await orderNext();
    expect(placed.status).toBe('awaiting_guardian');
    await guardian.approve(token);
    expect((await readState(app, child, placed.id)).status).toBe('confirmed');
    expect((await guardian.seen(token)).limit).toMatchObject({ can_set: false });
    expect(await refusalOf(setLimit(token, 2 * price))).toBe('409 conflict');
    expect((await setLimit(token, null)).status).toBe(200);
  });

  it('is not set before an order is agreed to; after its end it can be ended alone', async () => {
    const { token } = await askedOrder(family, { method: 'card' });
    expect((await guardian.seen(token)).limit).toBeNull();
    expect(await refusalOf(setLimit(token, 5000))).toBe('409 conflict');
    await guardian.approve(token);
    expect((await guardian.seen(token)).limit).toMatchObject({ yen: null, can_set: true });
    const set = await bodyOf<GuardianOrder>(setLimit(token, 5000));
    expect(set.limit).toMatchObject({ yen: 5000, can_set: true });
    await guardian.decline(token);
    expect((await guardian.seen(token)).limit).toEqual({ yen: 5000, spent: 0, can_set: false });
    expect(await refusalOf(setLimit(token, 50_000))).toBe('409 conflict');
    expect((await bodyOf<GuardianOrder>(setLimit(token, null))).limit).toBeNull();
  });

  it('is bounded, needs the link, and each wish is kept with where it came from', async () => {
    const token = await agreedUpTo(1);
    expect(await refusalOf(setLimit(token, 999))).toBe('400 validation');
    expect(await refusalOf(setLimit(token, 50_001))).toBe('400 validation');
    expect(await refusalOf(setLimit('A'.repeat(43), 5000))).toBe('404 not_found');
    await setLimit(token, null);
    const rows = await app.db.select().from(guardianLimits);
    expect(rows.map(({ yen }) => yen)).toEqual([price, null]);
    expect(rows.every(({ setFrom, userId }) => setFrom !== '' && userId === child.id)).toBe(true);
  });

  it('is not that of the next guardian, and of nobody once the learner is of age', async () => {
    const token = await agreedUpTo(3);
    await storeGuardian(family, { tokenHash: 'of-another', email: 'taro@example.jp' });
    expect((await orderNext()).placed.status).toBe('awaiting_guardian');
    expect((await guardian.seen(token)).limit).toBeNull();
    expect(await refusalOf(setLimit(token, 5000))).toBe('409 conflict');
    await storeGuardian(family, { tokenHash: 'of-another' });
    await app.db.update(users).set({ birthDate: '1990-01-01' }).where(eq(users.id, child.id));
    expect(await refusalOf(setLimit(token, 5000))).toBe('409 conflict');
  });
});
