import { and, desc, eq, gt, isNull, notInArray, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { orders, paymentAttempts } from '../../db/schema/order.ts';
import { cards } from '../../db/schema/subscription.ts';
import { ApiError } from '../../errors.ts';
import { clockText } from '../money/wording.ts';
import { isGatewayDown } from './gatewayHealth.ts';

/** This many refused cards within the window lock card payment for the same time (product.md 3.9.3). */
export const cardLock = { refusals: 5, ms: 3_600_000 };

/** Why no card is taken now, and what helps. */
const closedTexts = {
  besideOthers:
    'ただいまクレジットカードでのお支払いを確認できない状態です。時間をおいてお試しいただくか、コンビニ・銀行振込をご利用ください。',
  alone: 'ただいまクレジットカードを確認できない状態です。時間をおいて、もう一度お試しください。',
};
const lockedTexts = {
  besideOthers: (time: string) =>
    `お支払いを続けて確認できませんでした。${time}以降にお試しいただくか、コンビニ・銀行振込をご利用ください。`,
  alone: (time: string) => `カードを続けて確認できませんでした。${time}以降に、もう一度お試しください。`,
};

/**
 * Whose refusals are counted together: those of a person's orders, and those of the network from which cards are tried
 * (`hashNetwork`), whoever's orders they are for.
 */
type Payer = { userId: number; from: string };

/**
 * When a lock of card payment ends, from the times of refusals, the newest first; `null`: it is not locked. The hour
 * runs from the refusal that exceeded the limit. Pure.
 */
export function lockEnd(refusedAt: readonly number[], now: number): number | null {
  for (const [i, last] of refusedAt.entries()) {
    const first = refusedAt[i + cardLock.refusals - 1];
    const end = last + cardLock.ms;
    if (first !== undefined && last - first <= cardLock.ms && end > now) return end;
  }
  return null;
}

/**
 * When card payment opens again for a buyer, epoch milliseconds; `null`: it is open. It is computed from the attempts
 * themselves, so somebody who tries stolen numbers has no counter to reset. A refusal counts from the end of its attempt,
 * which a later search does not change.
 */
export async function cardLockedUntil(db: Db, payer: Payer, now: number): Promise<number | null> {
  const since = new Date(now - 2 * cardLock.ms);
  const isTheirs = or(eq(orders.userId, payer.userId), eq(paymentAttempts.askedFrom, payer.from));
  const wasTheCard = or(
    isNull(paymentAttempts.failure),
    notInArray(paymentAttempts.failure, ['token', 'closed', 'locked']),
  );
  const rows = await db
    .select({ at: paymentAttempts.endedAt })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        isTheirs,
        wasTheCard,
        eq(paymentAttempts.method, 'card'),
        eq(paymentAttempts.state, 'refused'),
        gt(paymentAttempts.endedAt, since),
      ),
    )
    .orderBy(desc(paymentAttempts.endedAt))
    .limit(4 * cardLock.refusals);
  const checked = await db
    .select({ at: cards.endedAt })
    .from(cards)
    .where(
      and(
        or(eq(cards.userId, payer.userId), eq(cards.givenFrom, payer.from)),
        or(isNull(cards.failure), notInArray(cards.failure, ['token', 'closed', 'locked'])),
        eq(cards.state, 'failed'),
        gt(cards.endedAt, since),
      ),
    )
    .orderBy(desc(cards.endedAt))
    .limit(4 * cardLock.refusals);
  const times = [...rows, ...checked].flatMap(({ at }) => (at === null ? [] : [at.getTime()]));
  return lockEnd(
    times.sort((one, other) => other - one),
    now,
  );
}

/**
 * 429 `card_locked` while card payment is locked for a buyer (row 46); 409 `method_closed` while the results of card
 * payments are unknown in general (row 58). Other methods stay open.
 *
 * @param isOnlyWay nothing but a card will do, for a plan or a card that is to be kept: no other method is advised
 */
export async function assertCardOpen(
  db: Db,
  payer: Payer,
  now: number,
  { isOnlyWay = false }: { isOnlyWay?: boolean } = {},
): Promise<void> {
  const advice = isOnlyWay ? 'alone' : 'besideOthers';
  if (await isGatewayDown(db)) throw new ApiError(409, 'method_closed', closedTexts[advice]);
  const until = await cardLockedUntil(db, payer, now);
  if (until === null) return;
  throw new ApiError(429, 'card_locked', lockedTexts[advice](clockText(new Date(until))), {
    retry_after: Math.max(1, Math.ceil((until - now) / 1000)),
    data: { retry_at: new Date(until).toISOString() },
  });
}
