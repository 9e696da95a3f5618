/** What waits for a decision by a person (money.md 8). Numbers only, no personal data. */
import { and, asc, count, eq, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { gatewayCommands, moneyTasks, orders, paymentAttempts } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { cards } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { countUnreceived, postMs, unreceivedContracts } from '../document/contract.ts';
import { pauseName } from '../order/commands.ts';
import { gatewayDownSince } from '../order/gatewayHealth.ts';
import { isHeld } from '../order/hold.ts';
import type { TaskKind } from '../order/tasks.ts';
import { heldMoney } from './heldMoney.ts';
import { type OpenKind, openNotifications } from './notifications.ts';
import { stoppedSince } from './remind.ts';

const minute = 60_000;
/** How long nothing was heard of a payment before it is listed. */
const unknownMs = 30 * minute;
/** Lines of one group that are shown: nothing of one kind may hide something of another. */
const most = 100;

export type WorkLine = { at: Date; orderNo: string; text: string };
/** `count`: of all that wait, where more do than there are lines. */
export type WorkList = { title: string; lines: WorkLine[]; count?: number }[];

const yenText = (detail: Record<string, unknown>) =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

const taskTitles: Record<Exclude<TaskKind, 'refund_transfer'>, string> = {
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
  chargeback: 'チャージバック(done --won か --lost)',
  document_failed: '作れなかった書類(自動で作り直しています)',
};

const titleOf = (kind: string) => (taskTitles as Partial<Record<string, string>>)[kind] ?? kind;

/** The open tasks, a group for each kind. */
async function taskGroups(db: Db): Promise<WorkList> {
  const { id, kind, detail, created, orderId } = moneyTasks;
  const place = sql<number>`row_number() over (partition by ${kind} order by ${created}, ${id})`;
  const ofKind = sql<number>`(count(*) over (partition by ${kind}))::int`;
  const ranked = db
    .select({ id, kind, detail, created, orderId, place: place.as('place'), ofKind: ofKind.as('of_kind') })
    .from(moneyTasks)
    .where(and(isNull(moneyTasks.done), ne(kind, 'refund_transfer')))
    .as('ranked');
  const rows = await db
    .select({
      id: ranked.id,
      kind: ranked.kind,
      detail: ranked.detail,
      created: ranked.created,
      count: ranked.ofKind,
      orderNo: orders.orderNo,
    })
    .from(ranked)
    .leftJoin(orders, eq(orders.id, ranked.orderId))
    .where(lte(ranked.place, most))
    .orderBy(asc(ranked.created), asc(ranked.id));
  const groups = new Map<string, WorkList[number]>();
  for (const row of rows) {
    const group = groups.get(row.kind) ?? { title: titleOf(row.kind), lines: [], count: row.count };
    group.lines.push({
      at: row.created,
      orderNo: row.orderNo ?? '-',
      text: `#${row.id} ${yenText(row.detail)}`,
    });
    groups.set(row.kind, group);
  }
  return [...groups.values()];
}

async function heldGroup(db: Db): Promise<WorkList[number]> {
  const { count: all, oldest } = await heldMoney(db, most);
  const lines = oldest.map(({ at, orderNo, attempt, yen }) => ({ at, orderNo, text: `${attempt} ${yen}円` }));
  return { title: '預かったままの入金(match か return)', lines, count: all };
}

/**
 * Commands whose result is unknown, from when they were sent: searches change everything else about an attempt or a
 * card. A card that is kept after a payment has the OrderID of that, so its lines name the command.
 */
async function unknowns(db: Db, now: number): Promise<WorkLine[]> {
  const rows = await db
    .select({
      at: gatewayCommands.sentAt,
      kind: gatewayCommands.kind,
      attempt: paymentAttempts.gatewayOrderId,
      card: cards.gatewayOrderId,
      orderNo: orders.orderNo,
    })
    .from(gatewayCommands)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, gatewayCommands.attemptId))
    .leftJoin(cards, eq(cards.id, gatewayCommands.cardId))
    .leftJoin(orders, eq(orders.id, sql`coalesce(${paymentAttempts.orderId}, ${cards.orderId})`))
    .where(and(eq(gatewayCommands.state, 'unknown'), lt(gatewayCommands.sentAt, new Date(now - unknownMs))))
    .orderBy(asc(gatewayCommands.sentAt))
    .limit(most);
  return rows.flatMap(({ at, kind, attempt, card, orderNo }) =>
    at === null ? [] : [{ at, orderNo: orderNo ?? '-', text: attempt ?? `${card ?? ''} ${kind}`.trim() }],
  );
}

/** What stands still as a whole. */
async function stopped(db: Db, now: number): Promise<WorkLine[]> {
  const down = await gatewayDownSince(db);
  const paused = await stoppedSince(db, pauseName);
  const line = (at: Date, text: string) => ({ at, orderNo: '-', text });
  return [
    ...((await isHeld(db))
      ? [line(new Date(now), 'お金の処理をすべて止めています(compare で確認し、resume で再開)')]
      : []),
    ...(paused === null ? [] : [line(paused, 'カードへの請求を止めています(resume-charging で再開)')]),
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
  exported: '振込の記録待ち(transfers paid、戻されたら transfers returned)',
} as const;

async function refundGroup(db: Db): Promise<WorkList[number]> {
  const isOpen = inArray(refunds.state, ['proposed', 'needs_account', 'ready', 'exported']);
  const [all] = await db.select({ count: count() }).from(refunds).where(isOpen);
  const rows = await db
    .select({ refund: refunds, orderNo: orders.orderNo })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(isOpen)
    .orderBy(asc(refunds.created))
    .limit(most);
  const lines = rows.map(({ refund, orderNo }) => ({
    at: refund.created,
    orderNo,
    text: `返金${refund.id} ${refund.amount}円 ${stateWords[refund.state as keyof typeof stateWords]}`,
  }));
  return { title: '返金', lines, count: all?.count ?? 0 };
}

/** Everything that waits, in groups; groups in which nothing waits are left out. */
export async function workList(deps: Pick<Deps, 'db' | 'clock'>): Promise<WorkList> {
  const { db, clock } = deps;
  const now = clock.now();
  const toPost = new Date(now - postMs);
  const posts = await unreceivedContracts(db, toPost);
  const groups: WorkList = [
    { title: '停止中', lines: await stopped(db, now) },
    await refundGroup(db),
    ...(await taskGroups(db)),
    await heldGroup(db),
    { title: '照会中の支払い', lines: await unknowns(db, now) },
    await openGroup(db, 'parked'),
    await openGroup(db, 'odd'),
    {
      title: '契約書面を郵送する注文(posted)',
      lines: posts.map(({ made, orderNo, document }) => ({ at: made, orderNo, text: `書面${document}` })),
      count: await countUnreceived(db, toPost),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}
