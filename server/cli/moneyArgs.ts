import { parseArgs } from 'node:util';
import type { Tx } from '../db/client.ts';
import type { OrderRow } from '../db/schema/order.ts';
import type { RefundRow } from '../db/schema/refund.ts';
import { transaction } from '../db/transaction.ts';
import { startOfDay } from '../domain/money/jstDate.ts';
import type { Staff } from '../domain/operator/audit.ts';
import { orderOfNumber } from '../domain/operator/find.ts';
import { kickMoney } from '../domain/order/kick.ts';
import { lockOrder } from '../domain/order/lock.ts';
import { refundById } from '../domain/refund/store.ts';
import { type CommandContext, OperatorError } from './command.ts';

const texts = ['by', 'why', 'item', 'amount', 'on', 'days', 'columns', 'month', 'before', 'network'] as const;
const flags = [
  'personal',
  'test',
  'force',
  'keep-access',
  'cooling-off',
  'end-access',
  'won',
  'lost',
] as const;

export type Wishes = {
  positionals: string[];
  text: Partial<Record<(typeof texts)[number], string>>;
  is: Partial<Record<(typeof flags)[number], boolean>>;
};

/**
 * Reads what follows the name of an action: at most `most` words besides the options. More words are refused: one too
 * many may be a sum whose `--amount` was forgotten, and then everything would be given back.
 */
export function readWishes(args: string[], most: number): Wishes {
  const options = Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const surplus = positionals[most];
  if (surplus !== undefined) throw new OperatorError(`「${surplus}」は余分な指定です。`);
  return { positionals, text: values as Wishes['text'], is: values as Wishes['is'] };
}

/** Who does it, and why. An act without both is refused. */
export function staffOf({ text }: Wishes): Staff {
  const [actor, why] = [text.by?.trim(), text.why?.trim()];
  if (!actor || !why)
    throw new OperatorError('だれが(--by)、なぜ(--why)を指定してください。記録に残ります。');
  return { actor, why };
}

/** The largest number that a column of the database holds. */
const largest = 2_147_483_647;

/** A whole number above 0, in plain digits. */
export function wholeNumber(typed: string | undefined, what: string, most = largest): number {
  const value = /^\d+$/.test(typed ?? '') ? Number(typed) : 0;
  if (value < 1 || value > most) {
    const range = most === largest ? '1以上の整数' : `1から${most}までの整数`;
    throw new OperatorError(`${what}は、${range}で指定してください。`);
  }
  return value;
}

/** A month as it is typed, `2027-04`. */
export function monthOf(typed: string | undefined): string {
  if (typed === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(typed))
    throw new OperatorError('月を 2027-04 の形で指定してください。');
  return typed;
}

/** The beginning in Japan of a day that was typed for an option. */
export function dayOf(typed: string | undefined, option: string): number {
  try {
    return startOfDay(typed ?? '');
  } catch {
    throw new OperatorError(`日付を ${option} 2027-04-12 の形で指定してください。`);
  }
}

/** Noon in Japan of the day of `--on`. */
export function middayOf(typed: string | undefined): Date {
  return new Date(dayOf(typed, '--on') + 12 * 3_600_000);
}

/** Does something to an order under its lock, then wakes the executor. */
export async function onOrder<Result>(
  { deps }: CommandContext,
  orderNo: string | undefined,
  run: (tx: Tx, order: OrderRow) => Promise<Result>,
): Promise<Result> {
  const found = await orderOfNumber(deps.db, orderNo);
  const result = await transaction(deps.db, async (tx) => run(tx, await lockOrder(tx, found.id)));
  kickMoney(deps);
  return result;
}

/** Does something to a refund under the lock of its order. */
export async function onRefund<Result>(
  { deps }: CommandContext,
  typed: string | undefined,
  run: (tx: Tx, order: OrderRow, one: RefundRow) => Promise<Result>,
): Promise<Result> {
  const id = wholeNumber(typed, '返金の番号');
  const found = await refundById(deps.db, id);
  if (!found) throw new OperatorError('その番号の返金はありません。');
  const result = await transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, found.orderId);
    const now = await refundById(tx, id);
    if (!now) throw new OperatorError('その番号の返金はありません。');
    return run(tx, order, now);
  });
  kickMoney(deps);
  return result;
}
