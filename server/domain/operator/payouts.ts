/**
 * Compares the gateway's list of payouts with the books (money.md 8). It only reads: a person decides about
 * differences. The file is described in docs/operating-money.md, "Every month".
 */
import { parse } from 'csv-parse/sync';
import { and, asc, eq, gte, inArray, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { ledgerEntries, orders, paymentAttempts } from '../../db/schema/order.ts';
import { addMonths, startOfDay } from '../money/jstDate.ts';
import { StaffError } from './audit.ts';

/** What the list says about one OrderID: its lines in their order, yen; refunds are negative. */
export type PaidOut = { orderId: string; lines: number[] };

/** Names of the two columns that are read, unless others are said. */
export const usualColumns = { order: 'OrderID', yen: 'Amount' };
export type Columns = typeof usualColumns;

/** Decodes a file as banks and gateways write them: UTF-8, or else Windows-31J. Pure. */
export function decodeList(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** Yen as people write them: `9,800`, `-100`, `▲100`, `¥9,800`, `9800円`. */
function yenOf(text: string, line: number): number {
  const plain = text.replaceAll(/[,¥¥円\s]/g, '').replace(/^[▲△−-]/, '-');
  if (!/^-?\d+$/.test(plain)) throw new StaffError(`${line}行目の金額を読み取れません: ${text}`);
  return Number(plain);
}

/** Reads a list (CSV with a header line). Throws `StaffError`. Pure. */
export function readPayouts(text: string, columns: Columns = usualColumns): PaidOut[] {
  let rows: { info: { lines: number }; record: Record<string, string> }[];
  let names: string[] = [];
  try {
    const options = { bom: true, skip_empty_lines: true, trim: true, info: true } as const;
    const named = (found: string[]) => {
      names = found;
      return found;
    };
    rows = parse(text, { ...options, columns: named }) as unknown as typeof rows;
  } catch {
    throw new StaffError('CSVとして読み取れません。カンマ区切りで保存しなおしてください。');
  }
  const missing = [columns.order, columns.yen].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new StaffError(
      `1行目に列の名前「${missing.join('」「')}」がありません。列の名前が違うときは --columns 注文の列,金額の列 で指定してください。`,
    );
  const found = new Map<string, number[]>();
  for (const { info, record } of rows) {
    const orderId = record[columns.order] ?? '';
    const yen = yenOf(record[columns.yen] ?? '', info.lines);
    found.set(orderId, [...(found.get(orderId) ?? []), yen]);
  }
  return [...found].map(([orderId, lines]) => ({ orderId, lines }));
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Whether lines of a list match the postings of one trade: all of them together, or only some, because a refund may be
 * in the list of a later month than its sale. Pure.
 */
export function isPosted(lines: readonly number[], postings: readonly number[]): boolean {
  if (sumOf(lines) === sumOf(postings)) return true;
  const left = [...postings];
  return lines.every((yen) => {
    const place = left.indexOf(yen);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** `theirs` is `null`: the list has no such number; `ours` is `null`: we have none. Yen. */
export type Difference = { orderId: string; theirs: number | null; ours: number | null };

const isClearing = inArray(ledgerEntries.account, ['clearing_card', 'clearing_cvs', 'clearing_bank']);

/** The postings of each trade of the list, in its order. */
async function postingsOf(db: Db, ids: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .select({ orderId: paymentAttempts.gatewayOrderId, yen: ledgerEntries.amount })
    .from(paymentAttempts)
    .leftJoin(ledgerEntries, and(eq(ledgerEntries.attemptId, paymentAttempts.id), isClearing))
    .where(inArray(paymentAttempts.gatewayOrderId, [...ids, '']))
    .orderBy(asc(ledgerEntries.id));
  const found = new Map<string, number[]>();
  for (const { orderId, yen } of rows)
    found.set(orderId, [...(found.get(orderId) ?? []), ...(yen === null ? [] : [yen])]);
  return found;
}

/** Trades with money in a month (`YYYY-MM`, Japan) that are missing in the list. Test orders are in no list. */
async function leftOut(db: Db, ids: readonly string[], month: string): Promise<Difference[]> {
  const first = `${month}-01`;
  const rows = await db
    .select({ orderId: paymentAttempts.gatewayOrderId, yen: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, ledgerEntries.attemptId))
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(
      and(
        isClearing,
        eq(orders.isTest, false),
        gte(ledgerEntries.at, new Date(startOfDay(first))),
        lt(ledgerEntries.at, new Date(startOfDay(addMonths(first, 1)))),
        notInArray(paymentAttempts.gatewayOrderId, [...ids, '']),
      ),
    )
    .orderBy(asc(ledgerEntries.id));
  const sums = new Map<string, number>();
  for (const { orderId, yen } of rows) sums.set(orderId, (sums.get(orderId) ?? 0) + yen);
  return [...sums].map(([orderId, ours]) => ({ orderId, theirs: null, ours }));
}

/** Differences between list and books. With a month also money that came in then and is in no line. */
export async function comparePayouts(
  db: Db,
  list: readonly PaidOut[],
  month: string | null = null,
): Promise<Difference[]> {
  const ids = list.map(({ orderId }) => orderId);
  const ours = await postingsOf(db, ids);
  const found = list.flatMap(({ orderId, lines }): Difference[] => {
    const postings = ours.get(orderId) ?? null;
    if (postings !== null && isPosted(lines, postings)) return [];
    return [{ orderId, theirs: sumOf(lines), ours: postings && sumOf(postings) }];
  });
  return month === null ? found : [...found, ...(await leftOut(db, ids, month))];
}
