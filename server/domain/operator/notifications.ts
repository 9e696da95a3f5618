/**
 * Notifications of the gateway that belong to no order, as the staff sees and ends them (money.md 8). Anybody who knows
 * the shop's number can send such, so none may hide another: the newest come first, of each network only some are
 * shown, and all are counted.
 */
import { and, count, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { gatewayEvents } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { audit, type Staff, StaffError } from './audit.ts';

/** `parked`: names an order that nobody knows · `odd`: cannot be read. */
export const openKinds = ['parked', 'odd'] as const;
export type OpenKind = (typeof openKinds)[number];

/** Lines of one kind that are shown, and of them those of one network. */
const most = 100;
const mostOfNetwork = 20;

const isOpen = inArray(gatewayEvents.state, [...openKinds]);

export type OpenNotification = {
  id: number;
  received: Date;
  gatewayOrderId: string;
  status: string;
  source: string;
};

/** How many notifications of a kind wait, and the newest of them. */
export async function openNotifications(
  db: Db,
  kind: OpenKind,
): Promise<{ count: number; newest: OpenNotification[] }> {
  const isKind = eq(gatewayEvents.state, kind);
  const [all] = await db.select({ count: count() }).from(gatewayEvents).where(isKind);
  const { id, received, gatewayOrderId, status, source } = gatewayEvents;
  const place = sql<number>`row_number() over (partition by ${source} order by ${received} desc, ${id} desc)`;
  const ranked = db
    .select({ id, received, gatewayOrderId, status, source, place: place.as('place') })
    .from(gatewayEvents)
    .where(isKind)
    .as('ranked');
  const newest = await db
    .select()
    .from(ranked)
    .where(lte(ranked.place, mostOfNetwork))
    .orderBy(desc(ranked.received), desc(ranked.id))
    .limit(most);
  return { count: all?.count ?? 0, newest };
}

/** How many have waited since before a moment. */
export async function countOpenNotifications(db: Db, before: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(gatewayEvents)
    .where(and(isOpen, lt(gatewayEvents.received, before)));
  return row?.count ?? 0;
}

/**
 * Takes one off the list. It is kept as long as the others, and still causes a search when its order turns up. Throws
 * `StaffError` for one that is not on the list.
 */
export async function endNotification(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  id: number,
  staff: Staff,
): Promise<void> {
  const isIt = and(eq(gatewayEvents.id, id), isOpen);
  const [row] = await tx
    .select({ state: gatewayEvents.state, gatewayOrderId: gatewayEvents.gatewayOrderId })
    .from(gatewayEvents)
    .where(isIt)
    .for('update');
  if (!row) throw new StaffError('その番号の通知は、確認待ちにありません。');
  await tx.update(gatewayEvents).set({ state: 'ignored' }).where(isIt);
  await audit(tx, deps, staff, {
    act: 'notification-done',
    before: { notification: id, ...row },
    after: { state: 'ignored' },
  });
}

/** Takes all of a kind off the list that came before a moment, of one network or of all. Answers how many. */
export async function endNotifications(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  { kind, before, network }: { kind: OpenKind; before: Date; network: string | null },
  staff: Staff,
): Promise<number> {
  const ended = await tx
    .update(gatewayEvents)
    .set({ state: 'ignored' })
    .where(
      and(
        eq(gatewayEvents.state, kind),
        lt(gatewayEvents.received, before),
        network === null ? undefined : eq(gatewayEvents.source, network),
      ),
    )
    .returning({ id: gatewayEvents.id });
  if (ended.length === 0) throw new StaffError('その条件に当てはまる通知はありません。');
  await audit(tx, deps, staff, {
    act: 'notifications-done',
    before: { state: kind, received_before: before.toISOString(), network },
    after: { state: 'ignored', count: ended.length },
  });
  return ended.length;
}
