/** The gateway's list of what it pays out, against the books (money.md 8). Reads only: differences are for a person. */
import { parse } from 'csv-parse/sync';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { ledgerEntries, orders, paymentAttempts } from '../../db/schema/order.ts';
import { StaffError } from './audit.ts';

/** One line of the list, sums of one OrderID. */
export type PaidOut = { orderId: string; yen: number };

/** Names that the columns have in such lists. */
const orderColumns = ['OrderID', 'オーダーID', '注文番号', '取引ID'];
const yenColumns = ['Amount', '金額', '利用金額', '入金額', '売上金額'];

function yenOf(text: string, line: number): number {
  const yen = Number(text.replaceAll(/[,¥円\s]/g, ''));
  if (!Number.isInteger(yen)) throw new StaffError(`${line}行目の金額を読み取れません: ${text}`);
  return yen;
}

/** Reads a list (CSV with a line of names; refunds are negative). Throws `StaffError`. Pure. */
export function readPayouts(text: string): PaidOut[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch {
    throw new StaffError('CSVとして読み取れません。UTF-8で保存しなおしてください。');
  }
  const names = Object.keys(rows[0] ?? {});
  const orderColumn = orderColumns.find((name) => names.includes(name));
  const yenColumn = yenColumns.find((name) => names.includes(name));
  if (!orderColumn || !yenColumn)
    throw new StaffError(
      `1行目に列の名前が必要です(注文: ${orderColumns.join('・')}、金額: ${yenColumns.join('・')})。`,
    );
  const sums = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const orderId = row[orderColumn] ?? '';
    sums.set(orderId, (sums.get(orderId) ?? 0) + yenOf(row[yenColumn] ?? '', i + 2));
  }
  return [...sums].map(([orderId, yen]) => ({ orderId, yen }));
}

export type Difference = { orderId: string; theirs: number | null; ours: number | null };

/** Where list and books differ; `ours` `null`: nothing of ours has this number. Test orders are in no list. */
export async function comparePayouts(db: Db, list: readonly PaidOut[]): Promise<Difference[]> {
  const ids = list.map(({ orderId }) => orderId);
  const rows = await db
    .select({
      orderId: paymentAttempts.gatewayOrderId,
      yen: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)::int`,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .leftJoin(
      ledgerEntries,
      and(
        eq(ledgerEntries.attemptId, paymentAttempts.id),
        inArray(ledgerEntries.account, ['clearing_card', 'clearing_cvs', 'clearing_bank']),
      ),
    )
    .where(inArray(paymentAttempts.gatewayOrderId, [...ids, '']))
    .groupBy(paymentAttempts.gatewayOrderId);
  const ours = new Map(rows.map(({ orderId, yen }) => [orderId, yen]));
  return list.flatMap(({ orderId, yen }) => {
    const own = ours.get(orderId) ?? null;
    return own === yen ? [] : [{ orderId, theirs: yen, ours: own }];
  });
}
