import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documents, gatewayEvents, ledgerEntries, orders } from '../db/schema/order.ts';
import { decodeList, readPayouts } from '../domain/operator/payouts.ts';
import { tellOperator } from '../domain/operator/remind.ts';
import { monthReport } from '../domain/operator/report.ts';
import type { TestShop } from '../testing/buyer.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { takeMails } from '../testing/mails.ts';
import { by, type MoneyDesk, openMoneyDesk } from '../testing/moneyDesk.ts';
import { buy, storeContract } from '../testing/refunds.ts';
import { day, orderFor, runDue } from '../testing/shop.ts';

let shop: TestShop;
let app: TestApp;
let userId: number;
let folder: string;
let money: MoneyDesk['money'];
let acts: MoneyDesk['acts'];

beforeEach(async () => {
  ({ shop, app, userId, folder, money, acts } = await openMoneyDesk());
});
afterEach(() => shop.gateway.stop());

describe('row 115: reports', () => {
  it('leave test orders out, and say how many', async () => {
    const { order } = await buy(shop, userId, [4980, 2980]);
    const { order: real } = await buy(shop, userId, [4233, 8331]);
    await app.db.update(orders).set({ isTest: false }).where(eq(orders.id, real.id));
    await money('refund', real.orderNo, '--item', '2', ...by('佐藤'));
    await money('refund', order.orderNo, '--item', '2', ...by('佐藤'));
    await runDue(app.deps);
    const report = await monthReport(app.db, '2026-04', false);
    expect(report).toMatchObject({
      sold: { orders: 1, total: 12_564, rates: [{ rate: 10, total: 12_564, tax: 1142 }] },
      refunded: { count: 1, total: 8331, rates: [{ rate: 10, total: 8331, tax: 757 }] },
      balances: { sales: -4233, clearing_card: 4233 },
      leftOut: 1,
    });
    const tests = await monthReport(app.db, '2026-04', true);
    expect(tests.sold).toMatchObject({ orders: 1, total: 7960, rates: [{ tax: 723 }] });
    expect(tests.refunded).toMatchObject({ count: 1, total: 2980 });
    const { text } = await money('report', '2026-04');
    expect(text).toContain('売上 1件 12,564円');
    expect(text).toContain('テスト決済の注文 1件は含みません');
    expect(text).not.toContain(order.orderNo);
    expect((await monthReport(app.db, '2026-05', false)).sold.orders).toBe(0);
  });
});

describe('settle import', () => {
  it('lists where the gateway’s payouts and the books differ, and posts nothing', async () => {
    const { order } = await buy(shop, userId, [9800]);
    const postings = (await app.db.select().from(ledgerEntries)).length;
    const right = `OrderID,Amount\n${order.orderNo}-01,"9,800"\n`;
    await writeFile(join(folder, 'right.csv'), right);
    expect((await money('settle', 'import', 'right.csv', ...by('佐藤'))).exit).toBe(0);
    await writeFile(join(folder, 'wrong.csv'), `${right}${order.orderNo}-01,-100\nK-unknown,500\n`);
    const { exit, text } = await money('settle', 'import', 'wrong.csv', ...by('佐藤'));
    expect(exit).toBe(1);
    expect(text).toContain('明細 9,700円  帳簿 9,800円');
    expect(text).toContain('K-unknown  明細 500円  帳簿 なし');
    expect(await app.db.select().from(ledgerEntries)).toHaveLength(postings);
    expect(await acts()).toEqual(['settle 佐藤', 'settle 佐藤']);
  });

  it('knows a refund in the list of a later month than its sale', async () => {
    const { order } = await buy(shop, userId, [9800]);
    await money('refund', order.orderNo, '--amount', '3000', ...by('佐藤'));
    await runDue(app.deps);
    for (const lines of ['9800', '▲3000', '"6,800"', '9800\nID,-3000']) {
      const csv = `OrderID,Amount\nID,${lines}\n`.replaceAll('ID,', `${order.orderNo}-01,`);
      await writeFile(join(folder, 'list.csv'), csv.replace(`Order${order.orderNo}-01,`, 'OrderID,'));
      expect((await money('settle', 'import', 'list.csv', ...by('佐藤'))).text).toContain('食い違い 0件');
    }
  });

  it('with a month, tells what came in then and is in no line; test orders are in none', async () => {
    const { order } = await buy(shop, userId, [9800]);
    await writeFile(join(folder, 'empty.csv'), 'オーダーID,金額(円)\n');
    const settle = (month: string) =>
      money(
        'settle',
        'import',
        'empty.csv',
        '--month',
        month,
        '--columns',
        'オーダーID,金額(円)',
        ...by('佐藤'),
      );
    expect((await settle('2026-04')).exit).toBe(0);
    await app.db.update(orders).set({ isTest: false });
    expect((await settle('2026-04')).text).toContain(`${order.orderNo}-01  明細 なし  帳簿 9,800円`);
    expect((await settle('2026-05')).exit).toBe(0);
    expect((await settle('April')).exit).toBe(2);
  });

  it('wants the names in its first line, whole yen, and reads what Windows writes', () => {
    expect(() => readPayouts('a,b\n1,2\n')).toThrow('「OrderID」「Amount」');
    expect(() => readPayouts('OrderID,Amount\nK,abc\n')).toThrow('2行目');
    expect(() => readPayouts('OrderID,Amount\nK,\n')).toThrow('2行目');
    expect(() => readPayouts('OrderID,Amount\nK,1.5\n')).toThrow('2行目');
    const shiftJis = Uint8Array.from([0x8b, 0xe0, 0x8a, 0x7a]);
    expect(decodeList(shiftJis)).toBe('金額');
    expect(decodeList(new TextEncoder().encode('金額'))).toBe('金額');
  });
});

describe('what the staff sees', () => {
  it('names nobody unless asked to, and keeps that it was asked', async () => {
    const { order } = await buy(shop, userId, [9800]);
    const plain = await money('show', order.orderNo);
    expect(plain.text).toContain('記帳 sale:');
    expect(plain.text).not.toContain('山田');
    expect((await money('show', order.orderNo, '--personal')).exit).toBe(2);
    const named = await money('show', order.orderNo, '--personal', ...by('佐藤'));
    expect(named.text).toContain('山田 太郎');
    expect(await acts()).toEqual(['read-buyer 佐藤']);
    expect((await money('audit', order.orderNo)).text).toContain('read-buyer');
  });

  it('asks the gateway now, and says a mail once more', async () => {
    const order = await orderFor(shop, { method: 'cvs' }, { userId });
    await runDue(app.deps);
    shop.gateway.payAtTill(`${order.orderNo}-01`);
    expect((await money('search', order.orderNo, ...by('佐藤'))).text).toContain('paid');
    await takeMails(app);
    await money('resend', order.orderNo, 'mail', ...by('佐藤'));
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-paid']);
    expect((await money('resend', order.orderNo, 'receipt', ...by('佐藤'))).exit).toBe(2);
  });

  it('tells of a mistake in Japanese, with the usage', async () => {
    const { exit, text } = await money('show', 'K-none');
    expect([exit, text]).toEqual([2, expect.stringContaining('その注文番号の注文はありません。')]);
    expect((await money('dance')).exit).toBe(2);
  });
});

describe('notifications of no order', () => {
  let sent = 0;
  /** Somebody sends notifications; answers their numbers. */
  async function send(
    count: number,
    given: Partial<typeof gatewayEvents.$inferInsert> = {},
  ): Promise<number[]> {
    const rows = Array.from({ length: count }, () => {
      sent += 1;
      app.clock.advance(1000);
      return {
        dedupKey: `sent-${sent}`,
        accessHash: `hash-${sent}`,
        gatewayOrderId: `sent-${sent}`,
        tranId: '',
        status: 'CAPTURE',
        body: { text: '' },
        source: '192.0.2.1',
        state: 'parked' as const,
        received: new Date(app.clock.now()),
        ...given,
      };
    });
    const made = await app.db.insert(gatewayEvents).values(rows).returning({ id: gatewayEvents.id });
    return made.map(({ id }) => id);
  }
  const real = { gatewayOrderId: 'K-real-01', source: '198.51.100.7' };
  const list = async () => (await money('list')).text;
  const today = () => new Date(app.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);

  it('hide no other one: not an older one of another network, nor a newer one, nor one of another kind', async () => {
    await send(1, real);
    await send(120);
    await send(2, { gatewayOrderId: '', state: 'odd' });
    await send(1, { gatewayOrderId: 'K-new-01' });
    const text = await list();
    expect(text).toContain('■ 注文の分からない通知(parked)(122件のうち21件)');
    expect(text).toContain('■ 読み取れない通知(odd)(2件)');
    expect(text).toContain('K-real-01');
    expect(text.indexOf('K-new-01')).toBeLessThan(text.indexOf('sent-'));
    expect(text.indexOf('K-new-01')).toBeGreaterThan(0);
  });

  it('are ended one by one, by name and with a reason, and not twice', async () => {
    const [first = 0, second = 0] = await send(2);
    expect((await money('notifications', 'done', String(first))).exit).toBe(2);
    const end = () => money('notifications', 'done', String(first), ...by('佐藤'));
    expect([(await end()).exit, (await end()).exit]).toEqual([0, 2]);
    const text = await list();
    expect([text.includes(`通知${first} `), text.includes(`通知${second} `)]).toEqual([false, true]);
    expect(await acts()).toEqual(['notification-done 佐藤']);
    expect((await money('audit')).text).toContain(`"notification":${first}`);
  });

  it('are ended by kind, day and network; what came since stays', async () => {
    await send(3);
    await send(1, real);
    await send(1, { state: 'odd' });
    app.clock.advance(day);
    await send(1, { gatewayOrderId: 'K-new-01' });
    const end = (...how: string[]) => money('notifications', 'done', ...how, ...by('佐藤'));
    const tomorrow = new Date(app.clock.now() + 33 * 3_600_000).toISOString().slice(0, 10);
    for (const how of [
      ['parked'],
      ['parked', '--before', tomorrow],
      ['all', '--before', today()],
      ['parked', '--before', today(), '--network', '203.0.113.9'],
    ])
      expect((await end(...how)).exit).toBe(2);
    const done = await end('parked', '--before', today(), '--network', '192.0.2.1');
    expect([done.exit, done.text]).toEqual([0, expect.stringContaining('通知3件')]);
    expect((await list()).match(/K-(real|new)-01/g)).toEqual(['K-new-01', 'K-real-01']);
    await end('parked', '--before', today());
    const left = await list();
    expect(left.match(/K-(real|new)-01/g)).toEqual(['K-new-01']);
    expect(left).toContain('読み取れない通知(odd)(1件)');
    expect(await acts()).toEqual(['notifications-done 佐藤', 'notifications-done 佐藤']);
  });

  it('still belong to their order when that turns up', async () => {
    const order = await orderFor(shop, { method: 'cvs' }, { userId });
    const [id = 0] = await send(1, { gatewayOrderId: `${order.orderNo}-01` });
    await money('notifications', 'done', String(id), ...by('佐藤'));
    await runDue(app.deps);
    expect(await app.db.select().from(gatewayEvents)).toMatchObject([{ state: 'matched' }]);
  });

  const told = async () => {
    await takeMails(app);
    await tellOperator(app.deps);
    return (await takeMails(app)).map(({ subject }) => subject);
  };

  it('remind the operator when they have waited for a day, until they are ended', async () => {
    await send(1);
    await send(2, { state: 'odd' });
    expect(await told()).toEqual([]);
    app.clock.advance(day + 1);
    expect(await told()).toEqual(['【コノマナビ】お金に関する確認待ちが3件あります']);
    await money('notifications', 'done', 'odd', '--before', today(), ...by('佐藤'));
    expect(await told()).toEqual(['【コノマナビ】お金に関する確認待ちが1件あります']);
  });

  it('as does a contract paper that is to be posted since a day', async () => {
    const { order } = await buy(shop, userId, [9800]);
    await storeContract(shop, order, null);
    app.clock.advance(9 * day + 1);
    expect(await list()).toContain('契約書面を郵送する注文');
    expect(await told()).toEqual([]);
    app.clock.advance(day);
    expect(await told()).toEqual(['【コノマナビ】お金に関する確認待ちが1件あります']);
    await app.db.update(documents).set({ received: new Date(app.clock.now()) });
    expect(await told()).toEqual([]);
  });
});
