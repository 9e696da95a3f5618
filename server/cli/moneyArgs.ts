import { parseArgs } from 'node:util';
import type { Tx } from '../db/client.ts';
import type { OrderRow } from '../db/schema/order.ts';
import { transaction } from '../db/transaction.ts';
import type { Staff } from '../domain/operator/audit.ts';
import { orderOfNumber } from '../domain/operator/find.ts';
import { kickMoney } from '../domain/order/kick.ts';
import { lockOrder } from '../domain/order/lock.ts';
import { type CommandContext, OperatorError } from './command.ts';

const texts = ['by', 'why', 'item', 'amount', 'on', 'days', 'columns', 'month'] as const;
const flags = ['personal', 'test', 'force', 'keep-access', 'cooling-off', 'end-access'] as const;

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
