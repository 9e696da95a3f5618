/** What waits for a decision by a person (money.md 8). Numbers only, no personal data. */
import { and, asc, eq, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  gatewayCommands,
  ledgerEntries,
  moneyTasks,
  orders,
  paymentAttempts,
} from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { postMs, unreceivedContracts } from '../document/contract.ts';
import { gatewayDownSince } from '../order/gatewayHealth.ts';
import { isHeld } from '../order/hold.ts';
import { type OpenKind, openNotifications } from './notifications.ts';

const minute = 60_000;
/** How long nothing was heard of a payment before it is listed. */
const unknownMs = 30 * minute;
const most = 100;

export type WorkLine = { at: Date; orderNo: string; text: string };
/** `count`: of all that wait, where more do than there are lines. */
export type WorkList = { title: string; lines: WorkLine[]; count?: number }[];

const yenText = (detail: Record<string, unknown>) =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

async function tasks(db: Db): Promise<Map<string, WorkLine[]>> {
  const rows = await db
    .select({ task: moneyTasks, orderNo: orders.orderNo })
    .from(moneyTasks)
    .leftJoin(orders, eq(orders.id, moneyTasks.orderId))
    .where(and(isNull(moneyTasks.done), ne(moneyTasks.kind, 'refund_transfer')))
    .orderBy(asc(moneyTasks.created))
    .limit(most);
  const groups = new Map<string, WorkLine[]>();
  for (const { task, orderNo } of rows) {
    const line = { at: task.created, orderNo: orderNo ?? '-', text: `#${task.id} ${yenText(task.detail)}` };
    groups.set(task.kind, [...(groups.get(task.kind) ?? []), line]);
  }
  return groups;
}

const taskTitles: Record<string, string> = {
  unknown: '30分以上、結果が分からない支払い',
  late_payment: '期限後の入金(match か return)',
  extra_payment: '重複した支払い(自動で返金しています)',
  amount_differs: '金額の違う支払い(match、return、refund)',
  refund_outside: '決済会社の画面などで行われた返金',
  alarm: '設定や接続の異常',
  no_user: '退会した人の支払い',
  no_entry: '申し込みのない模試の支払い',
  books: '帳簿の食い違い',
  slip_open: '取り消せなかった払込票',
  chargeback: 'チャージバック',
};

/** Money that led to no right, by the books, where no open task speaks of it. */
async function heldMoney(db: Db): Promise<WorkLine[]> {
  const yen = sql<number>`-sum(${ledgerEntries.amount})::int`;
  const spoken = db
    .select({ id: moneyTasks.id })
    .from(moneyTasks)
    .where(
      and(
        eq(moneyTasks.attemptId, paymentAttempts.id),
        isNull(moneyTasks.done),
        inArray(moneyTasks.kind, ['late_payment', 'amount_differs']),
      ),
    );
  const rows = await db
    .select({
      at: sql<Date>`max(${ledgerEntries.at})`.mapWith(ledgerEntries.at),
      orderNo: orders.orderNo,
      attempt: paymentAttempts.gatewayOrderId,
      yen,
    })
    .from(ledgerEntries)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, ledgerEntries.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(ledgerEntries.account, 'suspense'), notExists(spoken)))
    .groupBy(paymentAttempts.id, orders.orderNo, paymentAttempts.gatewayOrderId)
    .having(sql`sum(${ledgerEntries.amount}) < 0`)
    .orderBy(asc(paymentAttempts.id))
    .limit(most);
  return rows.map(({ attempt, yen: held, ...line }) => ({ ...line, text: `${attempt} ${held}円` }));
}

/** Commands whose result is unknown, from when they were sent: searches change everything else about an attempt. */
async function unknowns(db: Db, now: number): Promise<WorkLine[]> {
  const rows = await db
    .select({ at: gatewayCommands.sentAt, text: paymentAttempts.gatewayOrderId, orderNo: orders.orderNo })
    .from(gatewayCommands)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, gatewayCommands.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(gatewayCommands.state, 'unknown'), lt(gatewayCommands.sentAt, new Date(now - unknownMs))))
    .orderBy(asc(gatewayCommands.sentAt))
    .limit(most);
  return rows.flatMap(({ at, ...line }) => (at === null ? [] : [{ at, ...line }]));
}

/** What stands still as a whole. */
async function stopped(db: Db, now: number): Promise<WorkLine[]> {
  const down = await gatewayDownSince(db);
  const line = (at: Date, text: string) => ({ at, orderNo: '-', text });
  return [
    ...((await isHeld(db))
      ? [line(new Date(now), 'お金の処理をすべて止めています(compare で確認し、resume で再開)')]
      : []),
    ...(down === null
      ? []
      : [
          line(
            down,
            'カードでのお支払いを止めています(決済会社の回答がないため。1分ごとに照会し、回答があれば自動で再開)',
          ),
        ]),
  ];
}

const openTitles: Record<OpenKind, string> = {
  parked: '注文の分からない通知(parked)',
  odd: '読み取れない通知(odd)',
};

/** Notifications of no order, the newest first. */
async function openGroup(db: Db, kind: OpenKind): Promise<WorkList[number]> {
  const { count, newest } = await openNotifications(db, kind);
  const lines = newest.map(({ id, received, gatewayOrderId, status, source }) => ({
    at: received,
    orderNo: gatewayOrderId || '-',
    text: `通知${id} ${status} 送信元${source}`.replaceAll(/ {2,}/g, ' '),
  }));
  return { title: openTitles[kind], lines, count };
}

const stateWords = {
  proposed: '承認待ち(approve)',
  needs_account: '口座の登録待ち',
  ready: '振り込めます(transfers export)',
  exported: '振込の記録待ち(transfers paid)',
} as const;

async function openRefunds(db: Db): Promise<WorkLine[]> {
  const states = ['proposed', 'needs_account', 'ready', 'exported'] as const;
  const rows = await db
    .select({ refund: refunds, orderNo: orders.orderNo })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(inArray(refunds.state, [...states]))
    .orderBy(asc(refunds.created))
    .limit(most);
  return rows.map(({ refund, orderNo }) => ({
    at: refund.created,
    orderNo,
    text: `返金${refund.id} ${refund.amount}円 ${stateWords[refund.state as keyof typeof stateWords]}`,
  }));
}

/** Everything that waits, in groups; groups in which nothing waits are left out. */
export async function workList(deps: Pick<Deps, 'db' | 'clock'>): Promise<WorkList> {
  const { db, clock } = deps;
  const now = clock.now();
  const byKind = await tasks(db);
  const posts = await unreceivedContracts(db, new Date(now - postMs));
  const groups: WorkList = [
    { title: '停止中', lines: await stopped(db, now) },
    { title: '返金', lines: await openRefunds(db) },
    ...[...byKind].map(([kind, lines]) => ({ title: taskTitles[kind] ?? kind, lines })),
    { title: '預かったままの入金(match か return)', lines: await heldMoney(db) },
    { title: '照会中の支払い', lines: await unknowns(db, now) },
    await openGroup(db, 'parked'),
    await openGroup(db, 'odd'),
    {
      title: '契約書面を郵送する注文(posted)',
      lines: posts.map(({ made, orderNo, document }) => ({ at: made, orderNo, text: `書面${document}` })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}
