import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '../db/backup/restore.ts';
import { saveBackup } from '../db/backup/save.ts';
import { inventories } from '../db/schema/learning.ts';
import { gatewayCommands, moneyTasks, type OrderRow, orders, paymentAttempts } from '../db/schema/order.ts';
import { moneyAudit } from '../db/schema/refund.ts';
import { settings } from '../db/schema/system.ts';
import { runCommands } from '../domain/order/executor.ts';
import { askAgain, hold, holdIfBehind, isHeld, noteMark } from '../domain/order/hold.ts';
import { openSealed } from '../domain/order/sealed.ts';
import { quoteRefund } from '../domain/refund/ask.ts';
import type { Access } from '../payment/port.ts';
import type { TestShop } from '../testing/buyer.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { takeMails } from '../testing/mails.ts';
import { by, type MoneyDesk, openMoneyDesk } from '../testing/moneyDesk.ts';
import { buy, refundsNow, storeContract } from '../testing/refunds.ts';
import { day, hour, lookAt, orderFor, pass, runDue } from '../testing/shop.ts';
import { otherDb } from '../testing/testDb.ts';

/** Opening another database is slow: only in `npm run test:all`. */
const isLong = Number(process.env.PROPERTY_CASES ?? 200) >= 2000;

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

describe('npm run money -- refund', () => {
  it('gives one thing back, keeps who and why, and does nothing without both', async () => {
    const { order } = await buy(shop, userId, [4233, 8331]);
    expect((await money('refund', order.orderNo, '--item', '2')).exit).toBe(2);
    const third = await money('refund', order.orderNo, '--item', '3', ...by('佐藤'));
    expect([third.exit, third.text]).toEqual([2, expect.stringContaining('この注文にあるのは2点です。')]);
    expect(await refundsNow(shop, order.id)).toEqual([]);
    const done = await money('refund', order.orderNo, '--item', '2', ...by('佐藤'));
    expect([done.exit, done.text]).toEqual([0, expect.stringContaining('8,331円')]);
    await runDue(app.deps);
    expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(4233);
    expect((await lookAt(shop, order)).status).toBe('partially_refunded');
    const [act] = await app.db.select().from(moneyAudit);
    expect(act).toMatchObject({
      actor: '佐藤',
      act: 'refund',
      orderId: order.id,
      why: 'お客様のお申し出',
      before: { status: 'paid' },
      after: { amount: 8331 },
    });
  });

  it('above 50,000 yen waits for a second person, who can agree once', async () => {
    const { order } = await buy(shop, userId, [50_001]);
    expect((await money('refund', order.orderNo, ...by('佐藤'))).text).toContain('別の担当者');
    const [proposed] = await refundsNow(shop, order.id);
    expect(proposed?.state).toBe('proposed');
    await runDue(app.deps);
    expect([shop.gateway.held(`${order.orderNo}-01`), (await lookAt(shop, order)).status]).toEqual([
      50_001,
      'paid',
    ]);
    const id = String(proposed?.id);
    for (const same of ['佐藤', '佐 藤']) expect((await money('approve', id, ...by(same))).exit).toBe(2);
    // When two people agree at the same time, the money is given back only once.
    const agreed = ['鈴木', '田中'].map(async (one) => (await money('approve', id, ...by(one))).exit);
    expect((await Promise.all(agreed)).sort()).toEqual([0, 2]);
    await runDue(app.deps);
    expect([shop.gateway.held(`${order.orderNo}-01`), (await lookAt(shop, order)).status]).toEqual([
      0,
      'refunded',
    ]);
    expect((await money('approve', id, ...by('高橋'))).exit).toBe(2);
    expect((await acts()).map((act) => act.split(' ')[0])).toEqual(['refund-propose', 'refund-approve']);
  });

  it('above 50,000 yen together of one order needs the second person, too', async () => {
    const { order } = await buy(shop, userId, [60_000]);
    await money('refund', order.orderNo, '--amount', '50000', ...by('佐藤'));
    await runDue(app.deps);
    await money('refund', order.orderNo, '--amount', '1', ...by('佐藤'));
    const states = (await refundsNow(shop, order.id)).map(({ amount, state }) => [amount, state]);
    expect(states).toEqual([
      [50_000, 'done'],
      [1, 'proposed'],
    ]);
  });

  it('row 96: two of the staff at once never give back more than was paid', async () => {
    const { order } = await buy(shop, userId, [9800]);
    const exits = await Promise.all(
      ['佐藤', '鈴木'].map(async (actor) => (await money('refund', order.orderNo, ...by(actor))).exit),
    );
    expect(exits.sort()).toEqual([0, 2]);
    await runDue(app.deps);
    const { balance } = await lookAt(shop, order);
    expect(balance).toMatchObject({ sales: 0, clearing_card: 0, refund_due: 0 });
    expect(await refundsNow(shop, order.id)).toHaveLength(1);
  });

  it('row 103: after a chargeback nothing is refunded, and one after a refund is flagged, not paid', async () => {
    const { order } = await buy(shop, userId, [9800]);
    await money('chargeback', order.orderNo, '--amount', '9800', '--end-access', ...by('佐藤'));
    expect((await money('refund', order.orderNo, ...by('佐藤'))).exit).toBe(2);
    const [item] = await app.db.select().from(inventories);
    expect(item?.expireAt?.getTime()).toBe(app.clock.now());
    const { order: second } = await buy(shop, userId, [9800]);
    await money('refund', second.orderNo, ...by('佐藤'));
    await runDue(app.deps);
    const flagged = await money('chargeback', second.orderNo, '--amount', '9800', ...by('佐藤'));
    expect(flagged.text).toContain('もう9,800円を返金しています');
    expect((await lookAt(shop, second)).balance).toMatchObject({
      payout: 0,
      refund_due: 0,
      clearing_card: 0,
    });
    expect(await app.db.select().from(moneyTasks)).toHaveLength(2);
  });

  describe('row 103: a chargeback that was closed', () => {
    let order: OrderRow;
    let task: string;
    const close = (...how: string[]) => money('done', task, ...how, ...by('佐藤'));
    const refund = async () => (await money('refund', order.orderNo, ...by('佐藤'))).exit;
    const offers = async () =>
      (await quoteRefund(app.db, app.deps, order)).offers.map(({ kind, total }) => [kind, total]);

    beforeEach(async () => {
      ({ order } = await buy(shop, userId, [9800]));
      await storeContract(shop, order, null);
      await money('chargeback', order.orderNo, '--amount', '9800', ...by('佐藤'));
      task = String((await app.db.select().from(moneyTasks))[0]?.id);
      expect(await offers()).toEqual([]);
    });

    it('with the money lost: neither its buyer nor the staff gets anything of the order back, ever', async () => {
      expect((await close('--lost')).text).toContain('今後も返金できません');
      expect((await money('list')).text).not.toContain('チャージバック');
      expect([await offers(), await refund()]).toEqual([[], 2]);
      app.clock.advance(30 * day);
      expect([await offers(), await refund()]).toEqual([[], 2]);
      expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(9800);
    });

    it('with the money won: the buyer has the same rights as before', async () => {
      expect((await close('--won')).exit).toBe(0);
      expect(await offers()).toEqual([['cooling_off', 9800]]);
      expect(await refund()).toBe(0);
      await runDue(app.deps);
      expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(0);
    });

    it('needs to be told which of both, and keeps it with who said so', async () => {
      for (const how of [[], ['--won', '--lost']]) expect((await close(...how)).exit).toBe(2);
      expect((await money('list')).text).toContain('チャージバック');
      await close('--won');
      expect((await close('--won')).exit).toBe(2);
      // Noted wrongly, or decided anew.
      expect((await close('--lost')).exit).toBe(0);
      expect([await offers(), await refund()]).toEqual([[], 2]);
      expect((await money('show', order.orderNo)).text).toContain(`#${task} chargeback 済み lost`);
      expect(await app.db.select().from(moneyAudit).where(eq(moneyAudit.act, 'done'))).toMatchObject([
        { actor: '佐藤', orderId: order.id, before: { outcome: null }, after: { outcome: 'won' } },
        { actor: '佐藤', orderId: order.id, before: { outcome: 'won' }, after: { outcome: 'lost' } },
      ]);
    });

    it('before it was noted which of both, counts as lost, until it is noted', async () => {
      await app.db.update(moneyTasks).set({ done: new Date(app.clock.now()) });
      expect([await offers(), await refund()]).toEqual([[], 2]);
      expect((await close('--won')).exit).toBe(0);
      expect(await offers()).toEqual([['cooling_off', 9800]]);
    });

    it('no other entry is won or lost', async () => {
      await app.db.update(moneyTasks).set({ kind: 'books' });
      expect((await close('--won')).exit).toBe(2);
      expect([(await close()).exit, (await close()).exit]).toEqual([0, 2]);
    });
  });
});

it('money that went back at the gateway’s own screen is not given back a second time', async () => {
  const { order } = await buy(shop, userId, [9800]);
  const { last } = await lookAt(shop, order);
  const access = await openSealed<Access>(app.deps.keys, last.access ?? '');
  const at = new Date(app.clock.now());
  const trade = { gatewayOrderId: last.gatewayOrderId, access };
  await app.deps.gateway.cancelAll({ ...trade, amount: 9800, capturedAt: at, at });
  expect((await money('search', order.orderNo)).exit).toBe(2);
  await money('search', order.orderNo, ...by('佐藤'));
  expect(await acts()).toEqual(['search 佐藤']);
  expect((await lookAt(shop, order)).balance).toMatchObject({ clearing_card: 0, refund_due: 9800 });
  expect((await app.db.select().from(moneyTasks)).map(({ kind }) => kind)).toEqual(['refund_outside']);
  await money('refund', order.orderNo, ...by('佐藤'));
  await runDue(app.deps);
  const { status, balance } = await lookAt(shop, order);
  expect(status).toBe('refunded');
  expect(balance).toMatchObject({ sales: 0, clearing_card: 0, refund_due: 0, payout: 0 });
  expect(await refundsNow(shop, order.id)).toMatchObject([{ state: 'done', via: 'gateway' }]);
});

describe('transfers', () => {
  const account = {
    bank_name: '見本"銀行',
    bank_code: '0001',
    branch_name: '本店',
    branch_code: '001',
    type: 'ordinary' as const,
    number: '12345',
    holder: 'ヤマダ タロウ',
  };
  const exportTo = (file: string) => money('transfers', 'export', file, '--test', ...by('佐藤'));

  it('are exported once into a file of its own, and noted when they were made', async () => {
    const { order } = await buy(shop, userId, [9800], { method: 'cvs' });
    await money('refund', order.orderNo, ...by('佐藤'));
    expect((await money('transfers', 'export', 'a.csv', '--test', ...by('佐藤'))).exit).toBe(2);
    await writeFile(join(folder, 'account.json'), JSON.stringify({ ...account, bank_code: '1' }));
    const enter = () => money('transfers', 'account', order.orderNo, 'account.json', ...by('田中'));
    expect((await enter()).text).toContain('bank_code');
    await writeFile(join(folder, 'account.json'), JSON.stringify(account));
    expect((await enter()).exit).toBe(0);
    expect((await money('transfers', 'export', 'a.csv', ...by('佐藤'))).exit).toBe(2);
    expect((await money('transfers', 'export', 'a.csv', '--test', ...by('佐藤'))).exit).toBe(0);
    const file = await readFile(join(folder, 'a.csv'), 'utf8');
    expect(file.split('\r\n')[1]).toContain(
      '"見本""銀行","001","本店","普通","0012345","ヤマダ タロウ","9800"',
    );
    expect((await money('transfers', 'export', 'b.csv', '--test', ...by('佐藤'))).exit).toBe(2);
    const [refund] = await refundsNow(shop, order.id);
    expect((await money('transfers', 'paid', String(refund?.id), ...by('鈴木'))).exit).toBe(0);
    expect((await money('transfers', 'paid', String(refund?.id), ...by('鈴木'))).exit).toBe(2);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.refund_due, balance.payout]).toEqual(['refunded', 0, -9800]);
    expect(await acts()).toEqual([
      'refund 佐藤',
      'enter-account 田中',
      'read-account 佐藤',
      'transfer-paid 鈴木',
    ]);
  });

  it('that the bank returns ask their buyer for an account again, and are made once more', async () => {
    const { order } = await buy(shop, userId, [9800], { method: 'cvs' });
    await money('refund', order.orderNo, ...by('佐藤'));
    const [refund] = await refundsNow(shop, order.id);
    const id = String(refund?.id);
    const returned = (...who: string[]) => money('transfers', 'returned', id, ...who);
    const enter = () => money('transfers', 'account', order.orderNo, 'account.json', ...by('田中'));
    await writeFile(join(folder, 'account.json'), JSON.stringify(account));
    expect((await enter()).exit).toBe(0);
    expect((await returned(...by('鈴木'))).text).toContain('書き出し済み');
    for (const file of ['a.csv', 'b.csv']) {
      expect((await exportTo(file)).exit).toBe(0);
      expect((await enter()).exit).toBe(2);
      await takeMails(app);
      expect((await returned()).exit).toBe(2);
      expect((await returned(...by('鈴木'))).exit).toBe(0);
      const mails = await takeMails(app);
      expect(mails.map(({ kind }) => kind)).toEqual(['order-refund-returned']);
      expect(mails[0]?.text).toContain('もう一度ご登録ください');
      expect(await refundsNow(shop, order.id)).toMatchObject([
        { state: 'needs_account', account: null, accountAt: null, exportedAt: null },
      ]);
      expect((await returned(...by('鈴木'))).exit).toBe(2);
      expect((await enter()).exit).toBe(0);
    }
    const [act] = await app.db.select().from(moneyAudit).where(eq(moneyAudit.act, 'transfer-returned'));
    expect(act).toMatchObject({
      actor: '鈴木',
      orderId: order.id,
      before: { refund: refund?.id, state: 'exported' },
      after: { state: 'needs_account', amount: 9800 },
    });
    expect((await exportTo('c.csv')).exit).toBe(0);
    expect((await lookAt(shop, order)).balance).toMatchObject({ refund_due: -9800, payout: 0 });
    expect((await money('transfers', 'paid', id, ...by('鈴木'))).exit).toBe(0);
    expect((await lookAt(shop, order)).balance).toMatchObject({ refund_due: 0, payout: -9800 });
    expect((await returned(...by('鈴木'))).exit).toBe(2);
  });

  describe('whose export is not noted', () => {
    /** The number of commits that fail from now on, all as `code`. */
    async function failCommits(times: number, code: string): Promise<void> {
      await app.db.execute(sql`create sequence refused_commits`);
      await app.db.execute(
        sql.raw(`create function refuse_commit() returns trigger language plpgsql as $$ begin
          if nextval('refused_commits') <= ${times} then raise exception 'no' using errcode = '${code}'; end if;
          return null; end $$`),
      );
      await app.db.execute(
        sql`create constraint trigger refuse_commit after update on refunds deferrable initially deferred
          for each row execute function refuse_commit()`,
      );
    }
    const letCommits = async () => {
      await app.db.execute(sql`drop trigger if exists refuse_commit on refunds`);
      await app.db.execute(sql`drop function if exists refuse_commit`);
      await app.db.execute(sql`drop sequence if exists refused_commits`);
    };
    let orderId: number;
    beforeEach(async () => {
      const { order } = await buy(shop, userId, [9800], { method: 'cvs' });
      orderId = order.id;
      await money('refund', order.orderNo, ...by('佐藤'));
      await writeFile(join(folder, 'account.json'), JSON.stringify(account));
      expect((await money('transfers', 'account', order.orderNo, 'account.json', ...by('田中'))).exit).toBe(
        0,
      );
    });
    afterEach(letCommits);

    it('leave no file with accounts, and can be exported later', async () => {
      await failCommits(99, '53100');
      expect((await exportTo('a.csv')).exit).toBe(1);
      expect(await readdir(folder)).toEqual(['account.json']);
      expect(await refundsNow(shop, orderId)).toMatchObject([{ state: 'ready', exportedAt: null }]);
      await letCommits();
      expect((await exportTo('a.csv')).exit).toBe(0);
      expect((await readdir(folder)).sort()).toEqual(['a.csv', 'account.json']);
    });

    it('are tried again after a lost race, into the same file', async () => {
      await failCommits(1, '40001');
      expect((await exportTo('a.csv')).exit).toBe(0);
      expect((await readdir(folder)).sort()).toEqual(['a.csv', 'account.json']);
      expect((await readFile(join(folder, 'a.csv'), 'utf8')).split('\r\n')).toHaveLength(3);
    });

    it('wait for the decision about a chargeback that came after them (row 103)', async () => {
      const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId));
      await money('chargeback', order?.orderNo ?? '', '--amount', '9800', ...by('佐藤'));
      expect((await exportTo('a.csv')).exit).toBe(2);
      expect(await refundsNow(shop, orderId)).toMatchObject([{ state: 'ready', exportedAt: null }]);
      const tasks = await app.db.select().from(moneyTasks).where(eq(moneyTasks.kind, 'chargeback'));
      const close = (how: string) => money('done', String(tasks[0]?.id), how, ...by('佐藤'));
      await close('--lost');
      expect((await exportTo('a.csv')).exit).toBe(2);
      await close('--won');
      expect((await exportTo('a.csv')).exit).toBe(0);
    });

    it('never take the place of another file', async () => {
      await writeFile(join(folder, 'a.csv'), 'mine');
      expect((await exportTo('a.csv')).exit).toBe(2);
      expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('mine');
      expect(await refundsNow(shop, orderId)).toMatchObject([{ state: 'ready' }]);
    });
  });
});

describe('money without a right', () => {
  /** A slip that was paid after its order had ended. */
  async function latePayment() {
    const order = await orderFor(shop, { method: 'cvs' }, { userId });
    await runDue(app.deps);
    await pass(shop, 6 * day, 6 * hour);
    shop.gateway.payAtTill(`${order.orderNo}-01`, { isForced: true });
    await app.db.update(paymentAttempts).set({ nextCheckAt: new Date(app.clock.now()) });
    await runDue(app.deps);
    const { balance, status } = await lookAt(shop, order);
    expect([status, balance.suspense]).toEqual(['expired', -9800]);
    return order;
  }

  it('pays its order when the staff says so, with everything that follows', async () => {
    const order = await latePayment();
    const attempt = `${order.orderNo}-01`;
    const done = await money('match', attempt, order.orderNo, '--force', ...by('佐藤'));
    expect([done.exit, done.text]).toEqual([0, expect.stringContaining('支払い済み')]);
    const { balance, status } = await lookAt(shop, order);
    expect(status).toBe('paid');
    expect(balance).toMatchObject({ suspense: 0, receivable: 0, sales: -9800, clearing_cvs: 9800 });
    expect(await app.db.select().from(inventories)).toHaveLength(1);
    expect((await money('match', attempt, order.orderNo, '--force', ...by('佐藤'))).exit).toBe(2);
    expect((await money('list')).text).not.toContain('期限後');
  });

  it('pays another order of the same sum, and both books are right', async () => {
    const old = await latePayment();
    const order = await orderFor(shop, { method: 'card', card: 'G12' }, { userId });
    await runDue(app.deps);
    expect((await money('match', `${old.orderNo}-01`, order.orderNo, '--force', ...by('佐藤'))).exit).toBe(0);
    expect((await lookAt(shop, order)).status).toBe('paid');
    const [from, to] = [(await lookAt(shop, old)).balance, (await lookAt(shop, order)).balance];
    expect([from.suspense, from.payout, to.payout, to.receivable]).toEqual([0, -9800, 9800, 0]);
  });

  it('goes back by a transfer when its buyer does not want the goods', async () => {
    const order = await latePayment();
    await takeMails(app);
    expect((await money('return', `${order.orderNo}-01`, ...by('佐藤'))).exit).toBe(0);
    expect((await lookAt(shop, order)).balance).toMatchObject({ suspense: 0, refund_due: -9800 });
    expect(await refundsNow(shop, order.id)).toMatchObject([{ kind: 'duplicate', state: 'needs_account' }]);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-refunded-late']);
  });
});

it('access is held back and given back with its old end', async () => {
  const { order } = await buy(shop, userId, [9800]);
  const ends = async () => (await app.db.select().from(inventories))[0]?.expireAt?.getTime();
  const before = await ends();
  await money('grant-hold', order.orderNo, ...by('佐藤'));
  expect(await ends()).toBe(app.clock.now());
  expect((await money('grant-hold', order.orderNo, ...by('佐藤'))).exit).toBe(2);
  await money('release', order.orderNo, ...by('佐藤'));
  expect(await ends()).toBe(before);
});

it('charging is paused: no finish goes out until it is resumed', async () => {
  await money('pause-charging', ...by('佐藤'));
  const order = await orderFor(shop, { method: 'card' }, { userId });
  await runDue(app.deps);
  const { last } = await lookAt(shop, order);
  const url = new URL(shop.gateway.challenge(last.gatewayOrderId, 'pass'));
  await app.call('GET', `${url.pathname}${url.search}`);
  await runDue(app.deps);
  expect((await lookAt(shop, order)).status).toBe('authenticating');
  await money('resume-charging', ...by('佐藤'));
  await runDue(app.deps);
  expect((await lookAt(shop, order)).status).toBe('paid');
});

describe('row 114: books that are behind the gateway', () => {
  it('hold everything back until a person has looked', async () => {
    await buy(shop, userId, [9800]);
    expect(await holdIfBehind(app.deps)).toBe(false);
    await noteMark(app.deps);
    // As after restoring an older backup: our records of what was posted and sent are gone, the gateway still has them.
    await app.db.delete(gatewayCommands);
    const mark = join(folder, 'money-mark.json');
    const known = JSON.parse(await readFile(mark, 'utf8')) as { ledger: number };
    await writeFile(mark, JSON.stringify({ ...known, ledger: known.ledger + 5 }));
    expect(await holdIfBehind(app.deps)).toBe(true);
    const next = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    const asked = shop.gateway.asked('EntryTran');
    await runDue(app.deps);
    expect([shop.gateway.asked('EntryTran'), (await lookAt(shop, next)).state]).toEqual([asked, 'ready']);
    expect((await money('list')).text).toContain('停止中');
    expect((await money('resume', ...by('佐藤'))).exit).toBe(0);
    expect(await isHeld(app.db)).toBe(false);
    expect(await holdIfBehind(app.deps)).toBe(false);
    await runDue(app.deps);
    expect((await lookAt(shop, next)).status).toBe('paid');
  });

  it('hold everything back on a server without a mark when the gateway has what they have not', async () => {
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    const { gatewayOrderId } = (await lookAt(shop, order)).last;
    // What was sent after the dump, from which these books were restored.
    const { gateway } = app.deps;
    const amount = order.total;
    const entry = await gateway.entry({ gatewayOrderId, method: 'card', amount, authentication: '3ds' });
    if (entry.kind !== 'ok') throw new Error(entry.kind);
    const { access } = entry;
    const card = { token: shop.gateway.token('frictionless') };
    const request = {
      gatewayOrderId,
      access,
      card,
      returnUrl: 'http://localhost/',
      buyer: {},
      keepsCard: false,
    };
    await gateway.execCard({ ...request, method: 'card' });
    expect(await holdIfBehind(app.deps)).toBe(true);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['money-held']);
    await runDue(app.deps);
    expect([shop.gateway.asked('EntryTran'), (await lookAt(shop, order)).state]).toEqual([1, 'ready']);
    expect((await money('compare')).text).toContain(gatewayOrderId);
  });

  it.runIf(isLong)(
    'hold everything back where a dump from before a payment was restored into fresh folders',
    async () => {
      await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
      const dump = join(folder, 'dump');
      await saveBackup(app.deps, dump);
      await runDue(app.deps);
      app.deps.config.dataDir = await emptyFolder();
      expect(await holdIfBehind(app.deps)).toBe(false);
      const other = await otherDb();
      try {
        const config = { ...app.deps.config, dataDir: await emptyFolder() };
        const deps = { ...app.deps, db: other.db, config };
        await restoreBackup(deps, dump, { mayReplace: false });
        expect(await holdIfBehind(deps)).toBe(true);
        await runDue(deps);
        expect(shop.gateway.asked('EntryTran')).toBe(1);
      } finally {
        await other.close();
      }
    },
  );

  it('hold everything back without a mark while the gateway does not answer, and not for a command that is out', async () => {
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTran' }]);
    await runCommands(app.deps);
    expect((await lookAt(shop, order)).last.isUnknown).toBe(true);
    expect(await holdIfBehind(app.deps)).toBe(false);
    app.deps.config.dataDir = await emptyFolder();
    const slip = await orderFor(shop, { method: 'cvs' }, { userId });
    await runDue(app.deps);
    shop.gateway.payAtTill(`${slip.orderNo}-01`);
    app.deps.config.dataDir = await emptyFolder();
    expect(await holdIfBehind(app.deps)).toBe(false);
    app.deps.config.dataDir = await emptyFolder();
    await buy(shop, userId, [4980], { method: 'cvs' });
    shop.gateway.faults([{ fault: '5xx:before', on: 'SearchTradeMulti' }]);
    expect(await holdIfBehind(app.deps)).toBe(true);
    // It goes on by itself once the gateway answers, but not when a person has stopped everything meanwhile.
    await askAgain(app.deps);
    expect(await isHeld(app.db)).toBe(true);
    await hold(app.db, new Date(app.deps.clock.now()));
    shop.gateway.faults([]);
    await askAgain(app.deps);
    expect(await isHeld(app.db)).toBe(true);
    await app.db.delete(settings);
    shop.gateway.faults([{ fault: '5xx:before', on: 'SearchTradeMulti' }]);
    app.deps.config.dataDir = await emptyFolder();
    expect(await holdIfBehind(app.deps)).toBe(true);
    shop.gateway.faults([]);
    await askAgain(app.deps);
    expect(await isHeld(app.db)).toBe(false);
  });

  it('are compared with what the gateway holds', async () => {
    const { order } = await buy(shop, userId, [9800]);
    expect((await money('compare')).exit).toBe(0);
    const open = await orderFor(shop, { method: 'cvs' }, { userId });
    await runDue(app.deps);
    shop.gateway.payAtTill(`${open.orderNo}-01`);
    const { exit, text } = await money('compare');
    expect(exit).toBe(1);
    expect(text).toContain(`${open.orderNo}-01`);
    expect(text).not.toContain(order.orderNo);
  });

  it('a mark of another database says nothing', async () => {
    await writeFile(
      join(folder, 'money-mark.json'),
      JSON.stringify({ ledger: 99, commands: 99, database: 'x' }),
    );
    expect(await holdIfBehind(app.deps)).toBe(false);
    expect(await app.db.select().from(settings)).toEqual([]);
  });
});
