import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Document, DocumentList } from '#contracts/shopDocument.ts';
import { documents, moneyTasks, orders } from '../../db/schema/order.ts';
import { contractConsents, sellers } from '../../db/schema/paper.ts';
import { transaction } from '../../db/transaction.ts';
import { renderDue } from '../../domain/document/render.ts';
import { fileReturnInvoice } from '../../domain/document/store.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { storeOffer, storePaidOrder, storeSeller } from '../../testing/paidOrders.ts';
import { textOfPdf } from '../../testing/pdfText.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  await storeSeller(app);
});

const ask = (
  order: number,
  json: unknown = { name: '山田 花子', honorific: '様' },
  who = user,
  key?: string,
) =>
  app.call('POST', `/api/shop/order/${order}/receipt/`, { token: who.token, json, ...(key ? { key } : {}) });
const list = async (order: number, who = user) =>
  (await bodyOf<DocumentList>(app.call('GET', `/api/shop/order/${order}/document/`, { token: who.token })))
    .results;
const open = (id: string | number, query = '', who = user) =>
  app.call('GET', `/api/shop/document/${id}/${query}`, { token: who.token });
const textOf = async (answer: Response) =>
  (await textOfPdf(new Uint8Array(await answer.arrayBuffer()))).join('');
const asked = async (order: number, json?: unknown) => bodyOf<Document>(ask(order, json));

describe('a receipt', () => {
  it('is asked for, made by the job, and read by its owner', async () => {
    const order = await storePaidOrder(app, user.id, {
      items: [
        { name: '英文法', paid: 4980 },
        { name: '参考書', paid: 1080, rate: 8 },
      ],
    });
    // Whom it is for unless another name is wished: the payer, who need not be the account's owner.
    const before = app.call('GET', `/api/shop/order/${order.id}/document/`, { token: user.token });
    expect((await bodyOf<DocumentList>(before)).payer_name).toBe('山田 花子');
    const answer = await ask(order.id);
    expect(answer.status).toBe(202);
    const receipt = await bodyOf<Document>(answer);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      title: '領収書',
      number: `${order.orderNo}-R1`,
      is_ready: false,
    });
    const waiting = await open(receipt.id);
    expect([waiting.status, waiting.headers.get('Retry-After')]).toEqual([202, '2']);
    await renderDue(app.deps);
    const made = await open(receipt.id);
    expect(made.status).toBe(200);
    expect(made.headers.get('Content-Type')).toBe('application/pdf');
    expect(made.headers.get('Cache-Control')).toContain('no-store');
    const text = await textOf(made);
    for (const words of [
      '山田花子様',
      '¥6,060',
      order.orderNo,
      'クレジットカード',
      `番号${order.orderNo}-I1`,
    ])
      expect(text).toContain(words);
  });

  it('comes with the qualified invoice of a registered seller, with the tax of each rate', async () => {
    const order = await storePaidOrder(app, user.id, {
      items: [
        { name: 'a', paid: 4482 },
        { name: 'b', paid: 972, rate: 8 },
      ],
    });
    await ask(order.id, { name: '株式会社 見本', honorific: '御中' });
    await renderDue(app.deps);
    const papers = await list(order.id);
    expect(papers.map(({ kind, is_ready }) => [kind, is_ready])).toEqual([
      ['receipt', true],
      ['invoice', true],
    ]);
    const text = await textOf(await open(papers[1]?.id ?? ''));
    for (const words of ['株式会社見本御中', '登録番号T1234567890123', '10%対象¥4,482¥407', '8%対象¥972¥72'])
      expect(text).toContain(words);
  });

  it('comes alone from a seller without a number', async () => {
    await app.db.update(sellers).set({ invoiceNumber: null });
    const order = await storePaidOrder(app, user.id);
    await ask(order.id);
    expect((await list(order.id)).map(({ kind }) => kind)).toEqual(['receipt']);
  });

  it('says 再発行 on a copy with the same facts, though the seller has moved since', async () => {
    const order = await storePaidOrder(app, user.id);
    const { id } = await asked(order.id);
    await renderDue(app.deps);
    await app.db.update(sellers).set({ address: '移転先' });
    const [first, again] = [await textOf(await open(id)), await textOf(await open(id, '?copy=reissue'))];
    expect(first).not.toContain('再発行');
    expect(again.replace('再発行', '')).toBe(first);
    expect(await open(id).then(textOf)).toBe(first);
  });

  it.each([
    ['not paid', { status: 'awaiting_payment' as const, paidAt: null }],
    ['free of charge', { items: [{ name: 'a', paid: 0 }] }],
    ['paid back', { status: 'refunded' as const }],
  ])('is not made of an order that is %s', async (_what, given) => {
    const order = await storePaidOrder(app, user.id, given);
    expect(await refusalOf(ask(order.id))).toBe('409 document_pending');
    expect(await list(order.id)).toEqual([]);
  });

  it('row 104: its name is set once, the second tab is told which one stands', async () => {
    const order = await storePaidOrder(app, user.id);
    const [one, other] = await Promise.all([
      ask(order.id, { name: '山田 花子', honorific: '様' }),
      ask(order.id, { name: '山田商店', honorific: '御中' }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([202, 409]);
    const [refused, kept] = one.status === 409 ? [one, '山田商店 御中'] : [other, '山田 花子 様'];
    expect(await refused.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining(kept) });
    const papers = await list(order.id);
    expect(new Set(papers.map(({ name, honorific }) => `${name} ${honorific}`))).toEqual(new Set([kept]));
    const [name = '', honorific = ''] = kept.split(/ (?=[様御])/);
    expect((await ask(order.id, { name, honorific })).status).toBe(202);
  });

  it('row 105: a paper that cannot be drawn is tried again, nothing of it is kept', async () => {
    const order = await storePaidOrder(app, user.id);
    const { id } = await asked(order.id);
    const fail = () => Promise.reject(new Error('crash'));
    await renderDue(app.deps, undefined, fail);
    const [row] = await app.db
      .select()
      .from(documents)
      .where(eq(documents.id, Number(id)));
    expect([row?.bytes, row?.made, row?.attempts]).toEqual([null, null, 1]);
    expect((await open(id)).status).toBe(202);
    await renderDue(app.deps);
    expect((await open(id)).status).toBe(202);
    app.clock.advance(5000);
    await renderDue(app.deps);
    expect((await open(id)).status).toBe(200);
  });

  it('row 105: one that fails five times is shown to the staff once, and still tried', async () => {
    await app.db.update(sellers).set({ invoiceNumber: null });
    const order = await storePaidOrder(app, user.id);
    const { id } = await asked(order.id);
    for (let turn = 0; turn < 7; turn += 1) {
      await renderDue(app.deps, undefined, () => Promise.reject(new Error('crash')));
      app.clock.advance(3_600_000);
    }
    const tasks = await app.db.select().from(moneyTasks);
    expect(tasks.map(({ kind, orderId }) => [kind, orderId])).toEqual([['document_failed', order.id]]);
    await renderDue(app.deps);
    user = await app.signIn(user);
    expect((await open(id)).status).toBe(200);
  });

  it('row 106: a name that cannot be printed is refused beforehand, old forms are printed as typed', async () => {
    const order = await storePaidOrder(app, user.id);
    const refused = await ask(order.id, { name: '山田😀', honorific: '様' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ fields: { name: [expect.stringContaining('「😀」')] } });
    const name = '髙橋 﨑𠮷神';
    const { id } = await asked(order.id, { name, honorific: '様' });
    await renderDue(app.deps);
    expect(await textOf(await open(id))).toContain('髙橋﨑𠮷神様');
  });

  it.each([
    ['nothing', ''],
    ['41 letters', 'あ'.repeat(41)],
    ['blanks', '  '],
  ])('refuses %s as a name', async (_what, name) => {
    const order = await storePaidOrder(app, user.id);
    expect(await refusalOf(ask(order.id, { name, honorific: '様' }))).toBe('400 validation');
    expect((await ask(order.id, { name: '𠮷'.repeat(40), honorific: '様' })).status).toBe(202);
  });

  it('row 107: an order has one number of a kind, however often and at once it is asked for', async () => {
    const order = await storePaidOrder(app, user.id);
    await Promise.all(Array.from({ length: 5 }, () => ask(order.id)));
    const numbers = (await list(order.id)).map(({ number }) => number);
    expect(numbers).toEqual([`${order.orderNo}-R1`, `${order.orderNo}-I1`]);
    const [row] = await app.db.select().from(documents);
    const twice = { ...row, id: undefined, seq: 2 } as typeof documents.$inferInsert;
    await expect(app.db.insert(documents).values(twice)).rejects.toThrow();
    // Only return invoices are counted on, one for each refund; everything else is filed as the first.
    const other = { ...twice, seq: 1, number: `${order.orderNo}-I2` };
    await expect(app.db.insert(documents).values(other)).rejects.toThrow();
  });

  it('answers the same key again from store', async () => {
    const order = await storePaidOrder(app, user.id);
    const key = randomUUID();
    const [first, again] = [
      await ask(order.id, undefined, user, key),
      await ask(order.id, undefined, user, key),
    ];
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([
      202,
      202,
      'true',
    ]);
  });

  it('is drawn by one process when two look at once', async () => {
    const order = await storePaidOrder(app, user.id);
    await ask(order.id);
    let drawn = 0;
    const draw = async () => {
      drawn += 1;
      return new Uint8Array([1]);
    };
    await Promise.all([renderDue(app.deps, undefined, draw), renderDue(app.deps, undefined, draw)]);
    expect(drawn).toBe(2);
  });
});

describe('a return invoice', () => {
  it('is filed once for a refund, with its own tax, on the name of the receipt', async () => {
    const order = await storePaidOrder(app, user.id);
    await ask(order.id, { name: '見本商店', honorific: '御中' });
    const back = {
      lines: [{ name: '英文法', amount: 8331, rate: 10 }],
      refundedAt: new Date(app.clock.now()),
      method: 'クレジットカードへの返金',
      reason: 'お申し出による返品',
    };
    for (let turn = 0; turn < 2; turn += 1)
      await transaction(app.db, (tx) => fileReturnInvoice(tx, app.deps, order, 1, back));
    await renderDue(app.deps);
    const papers = (await list(order.id)).filter(({ kind }) => kind === 'return_invoice');
    expect(papers.map(({ number }) => number)).toEqual([`${order.orderNo}-H1`]);
    const text = await textOf(await open(papers[0]?.id ?? ''));
    for (const words of ['適格返還請求書', '見本商店御中', '10%対象¥8,331¥757', `${order.orderNo}-I1`])
      expect(text).toContain(words);
  });

  it('is made out to who paid when nobody has said a name', async () => {
    const payer = { family_name: '山田😀', given_name: '花子' };
    const order = await storePaidOrder(app, user.id, { payer });
    const back = { lines: [], refundedAt: new Date(app.clock.now()), method: 'x', reason: 'x' };
    await transaction(app.db, (tx) => fileReturnInvoice(tx, app.deps, order, 1, back));
    expect((await list(order.id)).map(({ name }) => name)).toEqual(['山田〓 花子']);
  });
});

describe('row 112: papers of somebody else', () => {
  it('row 112: are not found, whatever is done with them', async () => {
    const order = await storePaidOrder(app, user.id);
    const { id } = await asked(order.id);
    await renderDue(app.deps);
    const other = await app.signIn();
    const checkout = await storeCheckout();
    const call = (method: string, path: string, json?: unknown) =>
      refusalOf(app.call(method, `/api/shop/${path}`, { token: other.token, ...(json ? { json } : {}) }));
    const consent = { steps: ['means'], text_version: 1 };
    expect(
      await Promise.all([
        call('POST', `order/${order.id}/receipt/`, { name: 'x', honorific: '様' }),
        call('GET', `order/${order.id}/document/`),
        call('GET', `document/${id}/`),
        call('GET', `document/${id}/?copy=reissue`),
        call('POST', `document/${id}/received/`),
        call('GET', `checkout/${checkout}/outline/`),
        call('GET', `checkout/${checkout}/consent/`),
        call('POST', `checkout/${checkout}/consent/`, consent),
      ]),
    ).toEqual(Array(8).fill('404 not_found'));
    expect(await app.db.select().from(contractConsents)).toEqual([]);
  });

  it('row 112: nor are those of an order whose account is erased, and what does not exist', async () => {
    const order = await storePaidOrder(app, user.id);
    const { id } = await asked(order.id);
    await app.db.update(orders).set({ userId: null }).where(eq(orders.id, order.id));
    expect(await refusalOf(open(id))).toBe('404 not_found');
    expect(await refusalOf(open(99_999))).toBe('404 not_found');
    expect(await refusalOf(open('x'))).toBe('404 not_found');
  });

  it('are for members alone', async () => {
    const order = await storePaidOrder(app, user.id);
    await expectMembersOnly(app, user, (who) =>
      app.call('POST', `/api/shop/order/${order.id}/receipt/`, {
        ...who,
        json: { name: 'x', honorific: '様' },
      }),
    );
  });
});

/** A frozen offer above the limit. Answers its id. */
function storeCheckout(): Promise<string> {
  const total = 59_800;
  const item = {
    productId: 'course-1',
    type: 'course' as const,
    name: '高校数学 一年間',
    courses: [],
    discountShare: 0,
  };
  return storeOffer(app, user.id, {
    items: [{ ...item, unitPrice: total, paid: total, rate: 10, accessDays: 365 }],
    subtotal: total,
    discount: 0,
    total,
    method: 'card',
  });
}

describe('contract papers before the order', () => {
  it('has an outline that says what the law wants told', async () => {
    const checkout = await storeCheckout();
    const answer = await app.call('GET', `/api/shop/checkout/${checkout}/outline/`, { token: user.token });
    const text = await textOf(answer);
    for (const words of [
      '概要書面',
      '高校数学一年間',
      '59,800円',
      'クーリング・オフ',
      '8日間',
      '20,000円',
      '前受金の保全',
    ])
      expect(text).toContain(words);
  });

  it('keeps each step of the consent once', async () => {
    const checkout = await storeCheckout();
    const path = `/api/shop/checkout/${checkout}/consent/`;
    const agree = (steps: string[]) =>
      bodyOf(app.call('POST', path, { token: user.token, json: { steps, text_version: 1 } }));
    expect(await agree(['means'])).toEqual({ steps: ['means'], is_complete: false });
    const all = { steps: ['means', 'openable', 'third_person'], is_complete: true };
    expect(await agree(['means', 'openable', 'third_person'])).toEqual(all);
    expect(await bodyOf(app.call('GET', path, { token: user.token }))).toEqual(all);
    expect(await app.db.select().from(contractConsents)).toHaveLength(3);
    const old = { steps: ['means'], text_version: 0 };
    expect(await refusalOf(app.call('POST', path, { token: user.token, json: old }))).toBe('400 validation');
  });
});
