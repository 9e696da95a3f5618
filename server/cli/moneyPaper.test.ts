import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documents, type OrderRow, orders } from '../db/schema/order.ts';
import { renderDue } from '../domain/document/render.ts';
import { openBuyer, sealBuyer } from '../domain/order/buyer.ts';
import { home, type TestShop } from '../testing/buyer.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { by, type MoneyDesk, openMoneyDesk } from '../testing/moneyDesk.ts';
import { textOfPdf } from '../testing/pdfText.ts';
import { buy, storeContract } from '../testing/refunds.ts';

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

/** A paid order whose contract paper nobody has confirmed. */
async function unconfirmed(address?: typeof home): Promise<OrderRow> {
  const { order } = await buy(shop, userId, [9800]);
  const buyer = await openBuyer(app.deps.keys, order);
  await app.db
    .update(orders)
    .set({ buyer: await sealBuyer(app.deps.keys, { ...buyer, ...(address && { address }) }) })
    .where(eq(orders.id, order.id));
  await storeContract(shop, order, null);
  await app.db.update(documents).set({ made: null });
  return order;
}
const write = (order: OrderRow, file = 'paper.pdf') => money('paper', order.orderNo, file, ...by('佐藤'));

describe('npm run money -- paper', () => {
  it('writes the contract paper for its reader alone, says where it goes, and keeps who looked', async () => {
    const order = await unconfirmed(home);
    await renderDue(app.deps);
    const { exit, text } = await write(order);
    expect(exit).toBe(0);
    expect(text).toContain('宛名: 山田 太郎 様');
    expect(text).toContain('住所: 〒100-0001 東京都千代田区千代田1-2 みほん荘101');
    const path = join(folder, 'paper.pdf');
    expect((await textOfPdf(new Uint8Array(await readFile(path)))).join('')).toContain(order.orderNo);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await acts()).toEqual(['read-buyer 佐藤']);
    const kept = (await money('audit', order.orderNo)).text;
    expect(kept).toContain(`"paper":"${order.orderNo}-C1"`);
    expect(kept).not.toContain('千代田');
  });

  it('also when the buyer’s account is gone', async () => {
    const order = await unconfirmed(home);
    await renderDue(app.deps);
    await app.db.update(orders).set({ userId: null }).where(eq(orders.id, order.id));
    expect((await write(order)).text).toContain('東京都千代田区');
  });

  it('says that a buyer from before has no address, and how they are reached', async () => {
    const order = await unconfirmed();
    await renderDue(app.deps);
    const { email, payer } = await openBuyer(app.deps.keys, order);
    const { exit, text } = await write(order);
    expect([exit, text]).toEqual([0, expect.stringContaining('住所の登録がありません')]);
    expect(text).toContain(`メール: ${email}  電話: ${payer.phone}`);
  });

  it('names nobody without who and why, for no paper, and for one that is being made', async () => {
    const order = await unconfirmed(home);
    expect((await write(order)).text).toContain('契約書面を作成しています');
    await renderDue(app.deps);
    expect((await money('paper', order.orderNo, 'paper.pdf')).exit).toBe(2);
    expect((await money('paper', order.orderNo, ...by('佐藤'))).exit).toBe(2);
    await app.db.delete(documents);
    const none = await write(order);
    expect([none.exit, none.text]).toEqual([2, expect.stringContaining('契約書面はありません')]);
    expect(await acts()).toEqual([]);
  });

  it('never writes over a file', async () => {
    const order = await unconfirmed(home);
    await renderDue(app.deps);
    await writeFile(join(folder, 'paper.pdf'), 'mine');
    const { exit, text } = await write(order);
    expect([exit, text]).toEqual([2, expect.not.stringContaining('千代田')]);
    expect(await readFile(join(folder, 'paper.pdf'), 'utf8')).toBe('mine');
    expect((await write(order, 'other.pdf')).exit).toBe(0);
  });
});
