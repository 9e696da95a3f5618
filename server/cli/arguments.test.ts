import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refunds } from '../db/schema/refund.ts';
import { by, type MoneyDesk, openMoneyDesk } from '../testing/moneyDesk.ts';
import { buy } from '../testing/refunds.ts';
import { runCommand } from './command.ts';
import { serverCommands } from './registry.ts';

let desk: MoneyDesk;
let orderNo: string;
const who = by('佐藤');

beforeAll(async () => {
  desk = await openMoneyDesk();
  orderNo = (await buy(desk.shop, desk.userId, [9800])).order.orderNo;
});
afterAll(() => desk.shop.gateway.stop());

/** What a command answers. In its arguments `K` stands for the number of an order. */
async function type(name: string, typed: readonly string[]): Promise<{ exit: number; text: string }> {
  const args = typed.map((word) => (word === 'K' ? orderNo : word));
  const lines: string[] = [];
  const context = { deps: desk.app.deps, args, cwd: desk.folder, print: (line: string) => lines.push(line) };
  return { exit: await runCommand(serverCommands, name, context), text: lines.join('\n') };
}

/** English words that are no option, no file and no name of a command. */
const english = /(?<![-\w./|])(?:option|argument|invalid|did you|unknown|syntax|value|range|error)\b/i;

const needsValue = (option: string) => `${option} の値を指定してください`;

describe('a mistake in the arguments is answered in plain Japanese, and nothing is done', () => {
  it.each<[string, string[], string]>([
    ['money', ['refund', 'K', '--amount', '-5', ...who], needsValue('--amount')],
    ['money', ['refund', 'K', '--amount=-5', ...who], '--amountは、1以上の整数で'],
    ['money', ['refund', 'K', ...who, '--amount'], needsValue('--amount')],
    ['money', ['refund', 'K', '--amount', '千円', ...who], '--amountは、1以上の整数で'],
    ['money', ['refund', 'K', '--amount', '1e3', ...who], '--amountは、1以上の整数で'],
    ['money', ['refund', 'K', '--item', '0', ...who], '--itemは、1以上の整数で'],
    ['money', ['refund', 'K', '--sum', '3000', ...who], '「--sum」という指定は使えません。'],
    ['money', ['refund', 'K', '--cooling-off=yes', ...who], '--cooling-off に値は付けられません。'],
    ['money', ['refund', 'K', '3000', ...who], '「3000」は余分な指定です。'],
    ['money', ['refund', 'K'], 'だれが(--by)、なぜ(--why)'],
    ['money', ['refund', 'K-0', ...who], 'その注文番号の注文はありません。'],
    ['money', ['refund', ...who], 'その注文番号の注文はありません。'],
    ['money', ['approve', '99999999999', ...who], '返金の番号は、1以上の整数で'],
    ['money', ['done', 'x', ...who], '確認待ちの番号は、1以上の整数で'],
    ['money', ['posted', 'K', '--on', '2026-02-30', ...who], '日付を --on 2027-04-12 の形で'],
    ['money', ['posted', 'K', ...who], '日付を --on 2027-04-12 の形で'],
    ['money', ['transfers', 'paid', '1', '--on', '昨日', ...who], '日付を --on 2027-04-12 の形で'],
    ['money', ['chargeback', 'K', ...who], '--amountは、1以上の整数で'],
    ['money', ['report', '2026-13'], '月を 2027-04 の形で'],
    ['money', ['compare', '--days', '999999999'], '--daysは、1から400までの整数で'],
    ['money', ['match', 'x', 'K', ...who], 'その決済番号の支払いはありません。'],
    ['money', ['show', '-5'], '「-5」という指定は使えません。'],
    ['money', ['constructor'], '「constructor」というコマンドはありません。'],
    ['exam', ['outage', '2026-02-30T10:00+09:00', '10:00'], '開始 は 2026-04-10T13:30+09:00 の形で'],
    ['exam', ['outage'], '開始 は 2026-04-10T13:30+09:00 の形で'],
    ['exam', ['outage', '10:00', '11:00', '--note'], needsValue('--note')],
    ['exam', ['allowance', 'nobody@example.com', '--percent', '-5'], needsValue('--percent')],
    ['exam', ['allowance', 'nobody@example.com', '--percent', 'abc'], '100 から 200 の整数で'],
    ['exam', ['allowance', 'nobody@example.com'], 'そのメールアドレスの会員はいません。'],
    ['exam', ['incident', 'answer', 'X'], 'その番号の報告はありません。'],
    ['exam', ['void', '------------------------------------'], 'という指定は使えません。'],
    ['exam', ['void', '0'.repeat(36)], 'その受験はありません。'],
    ['exam', ['look', 'ok', 'x'], '確認待ちの受験に、その番号はありません。'],
    ['exam', ['keys'], 'その試験はありません。'],
  ])('%s %j', async (script, typed, said) => {
    const [name, args] = script === 'exam' ? [typed[0] ?? '', typed.slice(1)] : ['money', typed];
    const { exit, text } = await type(name, args);
    expect([exit, text]).toEqual([2, expect.stringContaining(said)]);
    expect(text).not.toMatch(english);
    expect(await desk.app.db.select().from(refunds)).toEqual([]);
    expect(await desk.acts()).toEqual([]);
  });

  it('shows how the command that was meant is typed, and all of them when none was', async () => {
    const meant = await type('money', ['refund', 'K', '--amount', '-5', ...who]);
    expect(meant.text.split('\n').slice(1)).toEqual([expect.stringContaining('refund <注文番号>')]);
    const pair = await type('money', ['release']);
    expect(pair.text.split('\n').slice(1)).toEqual([expect.stringContaining('grant-hold | release')]);
    const none = await type('money', ['nothing']);
    expect(none.text.split('\n').length).toBeGreaterThan(20);
  });
});
