/**
 * What the staff can look at about money (money.md 8). Personal data is shown only on request, and each look is noted.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asc, desc, eq } from 'drizzle-orm';
import { orderItems } from '../db/schema/order.ts';
import { moneyAudit } from '../db/schema/refund.ts';
import { transaction } from '../db/transaction.ts';
import type { RateSum } from '../domain/money/tax.ts';
import { yen } from '../domain/money/wording.ts';
import { audit } from '../domain/operator/audit.ts';
import { compareGateway } from '../domain/operator/compare.ts';
import { orderOfNumber } from '../domain/operator/find.ts';
import {
  type Columns,
  comparePayouts,
  decodeList,
  readPayouts,
  usualColumns,
} from '../domain/operator/payouts.ts';
import { monthReport } from '../domain/operator/report.ts';
import { timeline } from '../domain/operator/timeline.ts';
import { workList } from '../domain/operator/worklist.ts';
import { openBuyer } from '../domain/order/buyer.ts';
import { balanceOf } from '../domain/order/ledger.ts';
import { attemptsOf } from '../domain/order/lock.ts';
import { observeAttempt } from '../domain/order/observe.ts';
import { sayTime } from '../maintenance/time.ts';
import { type CommandContext, OperatorError } from './command.ts';
import { monthOf, readWishes, staffOf, wholeNumber } from './moneyArgs.ts';

const when = (at: Date) => sayTime(at.toISOString());

/**
 * How many days back the books are compared with the gateway: as long as its raw notifications are kept (money.md 2).
 */
const longestLook = 400;

/** What waits for a person. */
export async function list({ deps, args, print }: CommandContext): Promise<number> {
  readWishes(args, 0);
  const groups = await workList(deps);
  for (const { title, lines, count = lines.length } of groups) {
    print(`■ ${title}(${count}件${count > lines.length ? `のうち${lines.length}件` : ''})`);
    for (const { at, orderNo, text } of lines) print(`  ${when(at)}  ${orderNo}  ${text}`);
  }
  if (groups.length === 0) print('確認待ちはありません。');
  return 0;
}

/** One order with its history and its books. */
export async function show({ deps, args, print }: CommandContext): Promise<number> {
  const wishes = readWishes(args, 1);
  const order = await orderOfNumber(deps.db, wishes.positionals[0]);
  const items = await deps.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  print(`${order.orderNo}  ${order.status}  ${yen(order.total)}${order.isTest ? '  テスト決済' : ''}`);
  for (const [i, { name, paid, refunded }] of items.entries())
    print(`  ${i + 1}. ${name} ${yen(paid)}${refunded > 0 ? `(うち返金 ${yen(refunded)})` : ''}`);
  if (wishes.is.personal) {
    const staff = staffOf(wishes);
    await transaction(deps.db, (tx) => audit(tx, deps, staff, { act: 'read-buyer', orderId: order.id }));
    const { payer, email } = await openBuyer(deps.keys, order);
    print(`  お客様: ${payer.family_name} ${payer.given_name}  ${email}  ${payer.phone}`);
    for (const { deposits } of await attemptsOf(deps.db, order.id))
      for (const { on, amount, payer: from } of deposits ?? []) print(`  入金: ${on} ${yen(amount)} ${from}`);
  }
  for (const [account, amount] of Object.entries(await balanceOf(deps.db, order.id)))
    if (amount !== 0) print(`  ${account}: ${amount}`);
  for (const { at, text } of await timeline(deps.db, order)) print(`  ${when(at)}  ${text}`);
  return 0;
}

/** Asks the gateway now, and lets what it says have its effect: an act, because money may be posted or given back. */
export async function search({ deps, args, print }: CommandContext): Promise<number> {
  const wishes = readWishes(args, 1);
  const staff = staffOf(wishes);
  const order = await orderOfNumber(deps.db, wishes.positionals[0]);
  const state = async () => {
    const { status } = await orderOfNumber(deps.db, order.orderNo);
    return { status, received: (await attemptsOf(deps.db, order.id)).map(({ received }) => received) };
  };
  const before = await state();
  try {
    for (const { id } of await attemptsOf(deps.db, order.id))
      await observeAttempt(deps, { id, orderId: order.id });
  } finally {
    const done = { act: 'search', orderId: order.id, before, after: await state() };
    await transaction(deps.db, (tx) => audit(tx, deps, staff, done));
  }
  const after = await orderOfNumber(deps.db, order.orderNo);
  print(`決済会社に照会しました。注文の状態: ${after.status}`);
  for (const { gatewayOrderId, state, received } of await attemptsOf(deps.db, order.id))
    print(`  ${gatewayOrderId}  ${state}  受領 ${yen(received)}`);
  return 0;
}

/** Lists where the gateway holds another sum than the books. */
export async function compare({ deps, args, print }: CommandContext): Promise<number> {
  const { text } = readWishes(args, 0);
  const found = await compareGateway(deps, wholeNumber(text.days ?? '7', '--days', longestLook));
  for (const { gatewayOrderId, state, booked, held } of found)
    print(
      `  ${gatewayOrderId}  ${state}  帳簿 ${yen(booked)}  決済会社 ${held === null ? '回答なし' : yen(held)}`,
    );
  print(found.length === 0 ? '食い違いはありません。' : `食い違い ${found.length}件`);
  return found.length === 0 ? 0 : 1;
}

function showRates(print: CommandContext['print'], rates: readonly RateSum[]): void {
  for (const { rate, total, tax } of rates) print(`    ${rate}%対象 ${yen(total)}(うち消費税 ${yen(tax)})`);
}

/** Sales and tax of a month. */
export async function report({ deps, args, print }: CommandContext): Promise<number> {
  const { positionals, is } = readWishes(args, 1);
  const month = monthOf(positionals[0]);
  const { sold, refunded, balances, leftOut } = await monthReport(deps.db, month, is.test === true);
  print(`${month} の集計${is.test ? '(テスト決済)' : ''}`);
  print(`  売上 ${sold.orders}件 ${yen(sold.total)}`);
  showRates(print, sold.rates);
  print(`  返金 ${refunded.count}件 ${yen(refunded.total)}`);
  showRates(print, refunded.rates);
  print(`  月末の預り金(権利の分からないお金) ${yen(-(balances.suspense ?? 0))}`);
  print(`  月末の返金予定 ${yen(-(balances.refund_due ?? 0))}`);
  print(
    `  月末の決済会社への残高 カード ${yen(balances.clearing_card ?? 0)}・コンビニ ${yen(balances.clearing_cvs ?? 0)}・銀行 ${yen(balances.clearing_bank ?? 0)}`,
  );
  if (leftOut > 0)
    print(
      is.test ? `  本番の注文 ${leftOut}件は含みません。` : `  テスト決済の注文 ${leftOut}件は含みません。`,
    );
  return 0;
}

/** Names of the columns of a list, `注文の列,金額の列`. */
function columnsOf(typed: string | undefined): Columns {
  if (typed === undefined) return usualColumns;
  const [order, amount, ...more] = typed.split(',').map((name) => name.trim());
  if (!order || !amount || more.length > 0)
    throw new OperatorError('列の名前を --columns 注文の列,金額の列 の形で指定してください。');
  return { order, yen: amount };
}

/** `settle import <file>`: the gateway's list of payouts against the books. */
export async function settle({ deps, args, cwd, print }: CommandContext): Promise<number> {
  const wishes = readWishes(args, 2);
  const [action, file] = wishes.positionals;
  if (action !== 'import' || !file)
    throw new OperatorError('settle import のあとに、CSVファイルを指定してください。');
  const staff = staffOf(wishes);
  const month = wishes.text.month === undefined ? null : monthOf(wishes.text.month);
  const bytes = await readFile(resolve(cwd, file)).catch(() => {
    throw new OperatorError(`ファイルを読めません: ${file}`);
  });
  const rows = readPayouts(decodeList(bytes), columnsOf(wishes.text.columns));
  const differences = await comparePayouts(deps.db, rows, month);
  const after = { rows: rows.length, differences: differences.length, month };
  await transaction(deps.db, (tx) => audit(tx, deps, staff, { act: 'settle', after }));
  for (const { orderId, theirs, ours } of differences)
    print(
      `  ${orderId || '(番号なし)'}  明細 ${theirs === null ? 'なし' : yen(theirs)}  帳簿 ${ours === null ? 'なし' : yen(ours)}`,
    );
  print(`明細 決済番号${rows.length}件、食い違い ${differences.length}件`);
  return differences.length === 0 ? 0 : 1;
}

/** What the staff did, the newest first. */
export async function auditTrail({ deps, args, print }: CommandContext): Promise<number> {
  const [orderNo] = readWishes(args, 1).positionals;
  const order = orderNo === undefined ? null : await orderOfNumber(deps.db, orderNo);
  const rows = await deps.db
    .select()
    .from(moneyAudit)
    .where(order ? eq(moneyAudit.orderId, order.id) : undefined)
    .orderBy(desc(moneyAudit.id))
    .limit(100);
  for (const { at, actor, act, why, before, after } of rows)
    print(`${when(at)}  ${actor}  ${act}  ${why}  ${JSON.stringify({ before, after })}`);
  print(`${rows.length}件`);
  return 0;
}
