import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Document, DocumentList } from '#contracts/shopDocument.ts';
import { orders } from '../../db/schema/order.ts';
import { contractConsents } from '../../db/schema/paper.ts';
import { transaction } from '../../db/transaction.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { takeMails } from '../../testing/mails.ts';
import { orderNow, storeOffer, storePaidOrder, storeSeller } from '../../testing/paidOrders.ts';
import type { SignedIn } from '../../testing/users.ts';
import { isCoolingOff } from '../money/coolingOff.ts';
import {
  contractReceipt,
  fileContractPapers,
  keepConsents,
  remindContracts,
  unreceivedContracts,
} from './contract.ts';
import { renderDue } from './render.ts';

const day = 86_400_000;
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  await storeSeller(app);
});

/** An order above the limit; the buyer has agreed to `steps` at its checkout. */
async function ordered(
  steps: ('means' | 'openable' | 'third_person')[] = ['means', 'openable', 'third_person'],
) {
  const checkoutId = await storeOffer(app, user.id);
  const order = await storePaidOrder(app, user.id, { items: [{ name: '高校数学 一年間', paid: 59_800 }] });
  await app.db.update(orders).set({ checkoutId }).where(eq(orders.id, order.id));
  if (steps.length > 0)
    await transaction(app.db, (tx) =>
      keepConsents(tx, app.deps, checkoutId, steps, { userId: user.id, from: 'network' }),
    );
  return orderNow(app, order.id);
}
const file = (order: Awaited<ReturnType<typeof ordered>>) =>
  transaction(app.db, (tx) => fileContractPapers(tx, app.deps, order));
const papersOf = async (order: number) =>
  (await bodyOf<DocumentList>(app.call('GET', `/api/shop/order/${order}/document/`, { token: user.token })))
    .results;
const contractOf = async (order: number): Promise<Document> => {
  const found = (await papersOf(order)).find(({ kind }) => kind === 'contract');
  if (!found) throw new Error('no contract paper');
  return found;
};
const open = (id: string) => app.call('GET', `/api/shop/document/${id}/`, { token: user.token });
const confirm = (id: string) => app.call('POST', `/api/shop/document/${id}/received/`, { token: user.token });

describe('contract papers', () => {
  it('are filed with the order, made out to who pays, and its consents belong to the order', async () => {
    const order = await ordered();
    await file(order);
    await file(order);
    await renderDue(app.deps);
    const papers = await papersOf(order.id);
    expect(papers.map(({ number, name, is_ready }) => [number, name, is_ready])).toEqual([
      [`${order.orderNo}-O1`, '山田 花子', true],
      [`${order.orderNo}-C1`, '山田 花子', true],
    ]);
    const consents = await app.db.select().from(contractConsents);
    expect(consents.map(({ orderId, step }) => [orderId, step])).toEqual(
      ['means', 'openable', 'third_person'].map((step) => [order.id, step]),
    );
  });

  it('are not filed, and nothing is ordered, while a step of the consent is missing', async () => {
    const order = await ordered(['means', 'openable']);
    await expect(file(order)).rejects.toMatchObject({ status: 409, code: 'document_pending' });
    expect(await papersOf(order.id)).toEqual([]);
  });

  it('row 108: cooling-off has not begun until the paper was opened and confirmed', async () => {
    const order = await ordered();
    await file(order);
    await renderDue(app.deps);
    const { id } = await contractOf(order.id);
    app.clock.advance(30 * 60_000);
    expect(await refusalOf(confirm(id))).toBe('409 document_pending');
    expect((await open(id)).status).toBe(200);
    expect(await contractReceipt(app.db, order.id)).toEqual({ isFiled: true, receivedAt: null });
    expect(isCoolingOff(null, app.clock.now() + 400 * day)).toBe(true);

    const receivedAt = new Date(app.clock.now());
    expect((await bodyOf<Document>(confirm(id))).received_at).toBe(receivedAt.toISOString());
    app.clock.advance(60_000);
    expect((await bodyOf<Document>(confirm(id))).received_at).toBe(receivedAt.toISOString());
    expect(await contractReceipt(app.db, order.id)).toEqual({ isFiled: true, receivedAt });
    const steps = await app.db.select({ step: contractConsents.step }).from(contractConsents);
    expect(steps.map(({ step }) => step)).toContain('received');
  });

  it('row 108: a paper that nobody confirms is on the list and reminded of, each step once', async () => {
    const order = await ordered();
    await file(order);
    await renderDue(app.deps);
    const sent = async () => {
      await remindContracts(app.deps);
      await remindContracts(app.deps);
      return (await takeMails(app)).filter(({ kind }) => kind === 'contract-unreceived').length;
    };
    expect(await sent()).toBe(0);
    app.clock.advance(2 * day);
    expect(await sent()).toBe(1);
    app.clock.advance(day);
    expect(await sent()).toBe(0);
    app.clock.advance(2 * day);
    expect(await sent()).toBe(1);
    const before = new Date(app.clock.now());
    expect(await unreceivedContracts(app.db, before)).toEqual([
      expect.objectContaining({ orderId: order.id, orderNo: order.orderNo, opened: null }),
    ]);
    user = await app.signIn(user);
    const { id } = await contractOf(order.id);
    await open(id);
    await confirm(id);
    expect(await unreceivedContracts(app.db, before)).toEqual([]);
    app.clock.advance(20 * day);
    expect(await sent()).toBe(0);
  });

  it('are not confirmed where there is nothing to confirm', async () => {
    const order = await ordered();
    await file(order);
    await renderDue(app.deps);
    const outline = (await papersOf(order.id)).find(({ kind }) => kind === 'outline');
    expect(await refusalOf(confirm(outline?.id ?? ''))).toBe('409 conflict');
    const plain = await storePaidOrder(app, user.id);
    expect(await contractReceipt(app.db, plain.id)).toEqual({ isFiled: false, receivedAt: null });
  });
});
