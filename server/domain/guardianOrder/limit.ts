/**
 * A guardian agrees beforehand to orders up to a number of yen a month (money.md 4.11): they are told of each order,
 * not asked. The limit belongs to the guardian who is registered now; a later guardian has set none.
 */
import { and, desc, eq, gte, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import type { GuardianRow, UserRow } from '../../db/schema/accounts.ts';
import { guardianLimits } from '../../db/schema/guardianOrder.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { startOfDay } from '../money/jstDate.ts';
import { isMinor } from '../profile/age.ts';
import { lockUser } from '../profile/store.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { askGuardianFor } from './ask.ts';
import { guardianToAsk, openAsked } from './guardian.ts';
import { type Linked, linkGone, linkState, lockLinked } from './link.ts';
import { type Evidence, openForPayment, storeDecision } from './release.ts';

/** What a guardian has set, and from where. */
export type GuardianLimit = { yen: number; from: string; browser: string };

async function limitOf(db: Db, { userId, tokenHash }: GuardianRow): Promise<GuardianLimit | null> {
  const [row] = await db
    .select()
    .from(guardianLimits)
    .where(and(eq(guardianLimits.userId, userId), eq(guardianLimits.guardian, tokenHash)))
    .orderBy(desc(guardianLimits.id))
    .limit(1);
  return row?.yen ? { yen: row.yen, from: row.setFrom, browser: row.setWith } : null;
}

/**
 * Yen that somebody has ordered in this month of Japan, whoever agreed to it. Orders that ended without money are not
 * counted.
 */
async function spentBy(db: Db, userId: number, now: number): Promise<number> {
  const first = new Date(startOfDay(`${japaneseDay(now).slice(0, 8)}01`));
  const [row] = await db
    .select({ yen: sql<number>`coalesce(sum(${orders.total}), 0)::int` })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        gte(orders.created, first),
        notInArray(orders.status, ['canceled', 'expired']),
      ),
    );
  return row?.yen ?? 0;
}

/** Only a mailbox that has confirmed its registration agrees beforehand: a child may have named a second own one. */
const mayAgreeBefore = ({ status }: Pick<GuardianRow, 'status'>) => status === 'confirmed';

/**
 * The limit that approves an order of this many yen beforehand; `null`: the guardian is asked. They are always asked
 * about an order that needs papers, because papers have their own steps of consent (money.md 4.18).
 */
export async function limitFor(
  db: Db,
  guardian: GuardianRow,
  { total, needsPapers }: { total: number; needsPapers: boolean },
  now: number,
): Promise<GuardianLimit | null> {
  if (needsPapers || !mayAgreeBefore(guardian)) return null;
  const limit = await limitOf(db, guardian);
  if (limit === null) return null;
  return (await spentBy(db, guardian.userId, now)) + total <= limit.yen ? limit : null;
}

/**
 * Opens an order that a limit has approved for its payment, and tells the guardian. By the link they can pay it, cancel
 * it or change the limit. The caller holds the locks of the order and the learner.
 */
export async function agreeByLimit(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { learner, guardian, limit }: { learner: UserRow; guardian: GuardianRow; limit: GuardianLimit },
): Promise<OrderRow> {
  const opened = await openForPayment(tx, deps, order);
  const row = await askGuardianFor(tx, deps, opened, learner, guardian, { limitYen: limit.yen });
  const { yen: limitYen, from, browser } = limit;
  await storeDecision(tx, deps, row, {
    decision: 'approved',
    textHash: order.confirmHash,
    limitYen,
    from,
    browser,
  });
  return opened;
}

/** The guardian whom a link was sent to, if they are still the one who is asked about this learner's orders. */
async function guardianOf(
  db: Db,
  deps: Pick<Deps, 'keys'>,
  { order, row }: Linked,
  birthDate: string | null,
  now: number,
): Promise<GuardianRow | null> {
  if (order.userId === null || !isMinor(birthDate, now)) return null;
  const guardian = await guardianToAsk(db, order.userId);
  return guardian && guardian.email === (await openAsked(deps.keys, row)).email ? guardian : null;
}

export type LimitView = { yen: number | null; spent: number; can_set: boolean };

/**
 * What a link can set. While its order is agreed to and not over: a limit. After that an existing limit can only be
 * ended, because the link may have been forwarded (money.md 7, row 111). `null`: nothing.
 */
export async function viewLimit(
  db: Db,
  deps: Pick<Deps, 'keys' | 'clock'>,
  linked: Linked,
  birthDate: string | null,
): Promise<LimitView | null> {
  const now = deps.clock.now();
  const state = linkState(linked, now);
  const guardian = state === 'asked' ? null : await guardianOf(db, deps, linked, birthDate, now);
  if (!guardian) return null;
  const limit = await limitOf(db, guardian);
  if (state === 'approved' && mayAgreeBefore(guardian))
    return { yen: limit?.yen ?? null, spent: await spentBy(db, guardian.userId, now), can_set: true };
  return limit && { yen: limit.yen, spent: 0, can_set: false };
}

/**
 * Sets the limit, or ends it (`yen` is `null`). Existing orders stay as they are.
 *
 * @throws ApiError 404; 409 `conflict` where the link can only end it, its guardian is no longer asked or has not
 * confirmed the registration
 */
export async function setLimit(
  tx: Tx,
  deps: Deps,
  ask: Evidence & { token: string; yen: number | null },
): Promise<void> {
  const linked = await lockLinked(tx, deps, ask.token);
  const { order } = linked;
  if (order.userId === null) throw linkGone();
  const learner = await lockUser(tx, order.userId);
  if (learner.withdrawn !== null) throw linkGone();
  const now = deps.clock.now();
  const guardian = await guardianOf(tx, deps, linked, learner.birthDate, now);
  const isOpen = linkState(linked, now) === 'approved' && guardian !== null && mayAgreeBefore(guardian);
  if (!guardian || (ask.yen !== null && !isOpen))
    throw new ApiError(
      409,
      'conflict',
      'このページからは、金額を決められません。次のお申し込みのメールから、お手続きください。',
    );
  await tx.insert(guardianLimits).values({
    userId: order.userId,
    guardian: guardian.tokenHash,
    yen: ask.yen,
    orderId: order.id,
    created: new Date(now),
    setFrom: ask.from,
    setWith: ask.browser,
  });
}
