import { asc, desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { guardianOrders } from '../../db/schema/guardianOrder.ts';
import {
  type AttemptRow,
  moneyNotices,
  type OrderRow,
  orderItems,
  paymentAttempts,
} from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { fullName } from '../guardian/store.ts';
import { openBuyer } from './buyer.ts';
import { type OrderMailKind, orderMailText } from './mailTexts.ts';

/** Facts about one attempt. All other facts are about the order, and happen to it only once. */
const ofAttempt: ReadonlySet<OrderMailKind> = new Set([
  'slip',
  'slip_kept',
  'failed',
  'rest_missing',
  'reminder',
  'late_payment',
  'refunded_extra',
  'refunded_late',
  'overpaid',
  'unknown_long',
  'amount_differs',
]);

/** Mails that ask for money. They are not sent to members who have left (money.md 4.19). */
const asking: ReadonlySet<OrderMailKind> = new Set(['slip_kept', 'rest_missing', 'reminder']);

const hour = 3_600_000;
/** How long a mail about something with an end may still be sent, milliseconds; other mails as long as any mail. */
const validFor: Partial<Record<OrderMailKind, number>> = { reminder: 6 * hour, unknown_long: 6 * hour };

/**
 * The address to write to: the account's present one; or, for somebody who has left (`hasLeft`), the one that the order
 * has kept.
 */
export async function addressee(
  db: Db,
  deps: Deps,
  order: Pick<OrderRow, 'userId' | 'buyer'>,
): Promise<{ email: string; name: string; hasLeft: boolean }> {
  const columns = {
    email: users.email,
    familyName: users.familyName,
    givenName: users.givenName,
    withdrawn: users.withdrawn,
  };
  const [user] =
    order.userId === null
      ? []
      : await db.select(columns).from(users).where(eq(users.id, order.userId)).limit(1);
  if (user && user.withdrawn === null) {
    const name = fullName(user);
    return { email: user.email, name: name === user.email ? '' : name, hasLeft: false };
  }
  const { email, name } = await openBuyer(deps.keys, order);
  return { email, name, hasLeft: true };
}

async function latestAttempt(db: Db, orderId: number): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.n))
    .limit(1);
  return row ?? null;
}

/** Whether its buyer pays it by no card, because a guardian was asked (`assertBuyerMayPayBy`). */
async function isMinorsOrder(db: Db, orderId: number): Promise<boolean> {
  const [asked] = await db
    .select({ decision: guardianOrders.decision })
    .from(guardianOrders)
    .where(eq(guardianOrders.orderId, orderId))
    .limit(1);
  return asked !== undefined && asked.decision !== 'released';
}

/** Notes that somebody is told a fact; `false`: they were told before. */
async function noteOnce(
  tx: Tx,
  deps: Deps,
  orderId: number,
  kind: OrderMailKind,
  on: string,
): Promise<boolean> {
  const made = await tx
    .insert(moneyNotices)
    .values({ orderId, kind, on, created: new Date(deps.clock.now()) })
    .onConflictDoNothing()
    .returning({ id: moneyNotices.id });
  return made.length > 0;
}

/**
 * Tells the buyer one fact about an order, in the transaction in which it became true. A repetition does nothing
 * (money.md 2, `money_notices`). `attempt`: the one that the fact is about; by default the latest. `part`: which of
 * several such facts about the attempt, from 1; each further late deposit is one. `yen`: the money it is about, if that
 * is not all that came. Who has left is asked for no money. The caller holds the order's lock.
 */
export async function orderMail(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  kind: OrderMailKind,
  attempt?: AttemptRow,
  { part = 1, yen }: { part?: number; yen?: number } = {},
): Promise<void> {
  const about = attempt ?? (await latestAttempt(tx, order.id));
  const on = ofAttempt.has(kind) && about ? `${about.n}${part === 1 ? '' : `-${part}`}` : '';
  if (!(await noteOnce(tx, deps, order.id, kind, on))) return;
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  const isMinors = kind === 'failed' && (await isMinorsOrder(tx, order.id));
  const { label, ...words } = orderMailText(kind, { order, items, attempt: about, yen, isMinors });
  const { email, name, hasLeft } = await addressee(tx, deps, order);
  if (hasLeft && asking.has(kind)) return;
  await queueMail(tx, deps, {
    kind: `order-${kind.replaceAll('_', '-')}`,
    to: email,
    ...(validFor[kind] === undefined ? {} : { validFor: validFor[kind] }),
    content: {
      ...words,
      ...(name === '' ? {} : { name }),
      action: { label, url: `${deps.config.appUrl}/mypage/history/${order.id}` },
    },
  });
}
