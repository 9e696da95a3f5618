import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documents, ledgerEntries, moneyTasks, paymentAttempts } from '../db/schema/order.ts';
import { refunds } from '../db/schema/refund.ts';
import { renderDue } from '../domain/document/render.ts';
import { tellOperator } from '../domain/operator/remind.ts';
import { noteUnknown } from '../domain/order/gatewayHealth.ts';
import type { TestShop } from '../testing/buyer.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { takeMails } from '../testing/mails.ts';
import { by, first, type MoneyDesk, openMoneyDesk } from '../testing/moneyDesk.ts';
import { buy, storeContract } from '../testing/refunds.ts';
import { day, hour, lookAt, minute, orderFor, pass, runDue, tasksOf } from '../testing/shop.ts';

let shop: TestShop;
let app: TestApp;
let userId: number;
let money: MoneyDesk['money'];

beforeEach(async () => {
  ({ shop, app, userId, money } = await openMoneyDesk());
});
afterEach(() => shop.gateway.stop());

const list = async () => (await money('list')).text;

/** How many rows the mail of a night tells of; 0: there is no mail. */
async function told(): Promise<number> {
  await takeMails(app);
  await tellOperator(app.deps);
  const [mail] = (await takeMails(app)).filter(({ kind }) => kind === 'money-tasks');
  return Number(/確認待ちが(\d+)件/.exec(mail?.subject ?? '')?.[1] ?? 0);
}

/** Closes the only open entry of the operator's list. */
async function closeTask(): Promise<void> {
  const [, id = ''] = /#(\d+) /.exec(await list()) ?? [];
  expect((await money('done', id, ...by('佐藤'))).exit).toBe(0);
}

describe('the mail of the night counts each thing that has waited for a day, once', () => {
  it('money that is held after its entry was closed, until it is given back', async () => {
    const order = await orderFor(shop, { method: 'bank' }, { userId });
    await runDue(app.deps);
    await pass(shop, 12 * day, 6 * hour);
    shop.gateway.deposit(first(order), { amount: 9800 });
    await app.db.update(paymentAttempts).set({ nextCheckAt: new Date(app.clock.now()) });
    await runDue(app.deps);
    expect(await tasksOf(shop)).toEqual(['late_payment']);
    app.clock.advance(day + 1);
    expect(await told()).toBe(1);
    await closeTask();
    expect(await list()).toContain('■ 預かったままの入金(match か return)(1件)');
    expect(await told()).toBe(1);
    await money('return', first(order), ...by('佐藤'));
    expect(await told()).toBe(0);
  });

  it('a command that is unknown after its entry was closed, until it is answered', async () => {
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    shop.gateway.faults([
      { fault: 'drop_before', on: 'ExecTran' },
      { fault: '5xx', on: 'SearchTrade' },
    ]);
    await runDue(app.deps);
    await pass(shop, hour, 10 * minute);
    expect(await tasksOf(shop)).toEqual(['unknown']);
    app.clock.advance(day);
    expect(await told()).toBe(1);
    await closeTask();
    expect(await told()).toBe(1);
    shop.gateway.faults([]);
    await pass(shop, hour, 10 * minute);
    expect((await lookAt(shop, order)).last.isUnknown).toBe(false);
    expect(await told()).toBe(0);
  });

  it('a gateway that does not answer', async () => {
    await app.db.transaction(async (tx) => {
      for (let turn = 0; turn < 5; turn += 1) await noteUnknown(tx, app.clock.now());
    });
    expect(await told()).toBe(0);
    app.clock.advance(day + 1);
    expect(await told()).toBe(1);
  });

  it('that everything is held, from the first night on, until it goes on', async () => {
    await money('hold', ...by('佐藤'));
    app.clock.advance(hour);
    await tellOperator(app.deps);
    const [mail] = await takeMails(app);
    expect(mail?.subject).toContain('確認待ちが1件');
    expect(mail?.text).toContain('お金の処理をすべて止めています');
    expect(mail?.text).not.toContain('1日以上');
    expect(await told()).toBe(1);
    await money('resume', ...by('佐藤'));
    expect(await told()).toBe(0);
  });

  it('that charging is paused, which the list says too, until it goes on', async () => {
    await money('pause-charging', ...by('佐藤'));
    app.clock.advance(hour);
    await tellOperator(app.deps);
    const [mail] = await takeMails(app);
    expect(mail?.subject).toContain('確認待ちが1件');
    expect(mail?.text).toContain('カードへの請求を止めています');
    expect((await money('list')).text).toContain('カードへの請求を止めています');
    await money('resume-charging', ...by('佐藤'));
    expect(await told()).toBe(0);
    expect((await money('list')).text).not.toContain('止めています');
  });
});

describe('the list', () => {
  it('hides nothing of one kind behind many of another, and counts all of each', async () => {
    const created = new Date(app.clock.now());
    const many = (kind: string) => Array.from({ length: 120 }, () => ({ kind, detail: {}, created }));
    await app.db.insert(moneyTasks).values([...many('unknown'), ...many('extra_payment')]);
    app.clock.advance(hour);
    const late = new Date(app.clock.now());
    await app.db.insert(moneyTasks).values([
      { kind: 'late_payment', detail: { yen: 4711 }, created: late },
      { kind: 'amount_differs', detail: { got: 4712 }, created: late },
    ]);
    const text = await list();
    expect(text).toContain('■ 30分以上、結果が分からない支払い(120件のうち100件)');
    expect(text).toContain('■ 重複した支払い(自動で返金しています)(120件のうち100件)');
    expect(text).toMatch(/■ 期限後の入金[^■]*\(1件\)[^■]*yen=4711/);
    expect(text).toMatch(/■ 金額の違う支払い[^■]*\(1件\)[^■]*got=4712/);
  });

  it('counts all refunds, and all money that is held', async () => {
    const order = await orderFor(shop, { method: 'bank' }, { userId });
    const { last } = await lookAt(shop, order);
    const at = new Date(app.clock.now());
    const numbers = Array.from({ length: 101 }, (_, i) => i + 1);
    await app.db.insert(refunds).values(
      numbers.map((seq) => ({
        orderId: order.id,
        seq,
        key: `key-${seq}`,
        kind: 'staff' as const,
        state: 'ready' as const,
        via: 'transfer' as const,
        amount: 1,
        lines: [],
        reason: '',
        askedBy: 'staff' as const,
        created: at,
        modified: at,
      })),
    );
    const made = await app.db
      .insert(paymentAttempts)
      .values(
        numbers.map((n) => ({
          ...last,
          id: undefined,
          n: n + 1,
          gatewayOrderId: `held-${n}`,
          returnRef: `held-${n}`,
          state: 'extra' as const,
        })),
      )
      .returning({ id: paymentAttempts.id });
    await app.db.insert(ledgerEntries).values(
      made.flatMap(({ id: attemptId }) => {
        const posting = {
          txId: randomUUID(),
          orderId: order.id,
          attemptId,
          eventKey: `held:${attemptId}`,
          at,
        };
        return [
          { ...posting, account: 'clearing_bank' as const, amount: 500 },
          { ...posting, account: 'suspense' as const, amount: -500 },
        ];
      }),
    );
    const text = await list();
    expect(text).toContain('■ 返金(101件のうち100件)');
    expect(text).toContain('■ 預かったままの入金(match か return)(101件のうち100件)');
  });

  it('names a paper that cannot be drawn, with its order', async () => {
    const { order } = await buy(shop, userId, [9800]);
    await storeContract(shop, order, null);
    await app.db.update(documents).set({ made: null }).where(eq(documents.orderId, order.id));
    for (let turn = 0; turn < 5; turn += 1) {
      await renderDue(app.deps, undefined, () => Promise.reject(new Error('crash')));
      app.clock.advance(hour);
    }
    expect(await list()).toMatch(
      new RegExp(`■ 作れなかった書類[^■]*\\(1件\\)[^■]*${order.orderNo}  #\\d+ .*document=\\d+`),
    );
    expect(await told()).toBe(0);
    app.clock.advance(day);
    expect(await told()).toBe(1);
    await closeTask();
    expect(await told()).toBe(0);
  });
});
