/** Codes that are typed in, and how many may be wrong (money.md 4.2). */
import { tidyCouponCode } from '#contracts/shopCart.ts';
import { giveTurnBack, takeTurn } from '../../db/callCounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { HeldCoupon } from './judge.ts';
import { findByCode } from './store.ts';

/**
 * Wrong codes in ten minutes, for each person and for each network: many accounts in one network get no further than
 * one.
 */
const wrongCodes = { max: 5, window: 600 };

/** The person who types a code; `network` as `clientNetwork` gives it. */
export type Guesser = { userId: number | null; network: string };

/** 400 for an unknown code: the same answer, whatever is wrong with it. */
export function couponNotFound(): ApiError {
  const detail = 'クーポンコードが正しくありません。';
  return new ApiError(400, 'coupon_not_found', detail, { fields: { code: [detail] } });
}

function locked(milliseconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(milliseconds / 1000));
  const detail = `操作が続けて行われました。${wait}秒後にもう一度お試しください。`;
  return new ApiError(429, 'coupon_locked', detail, { retry_after: wait });
}

async function takeTurns({ db, clock }: Deps, keys: readonly string[]): Promise<void> {
  const taken: string[] = [];
  for (const key of keys) {
    const wait = await takeTurn(db, key, wrongCodes, clock.now());
    if (wait === null) {
      taken.push(key);
      continue;
    }
    for (const one of taken) await giveTurnBack(db, one);
    throw locked(wait);
  }
}

/**
 * The coupon of a typed code. A turn is taken before anything is looked up, and given back for a right code. So twenty
 * guesses at once are no more than five, and a locked guesser gets the same answer, in the same time, for right and
 * wrong codes. Call it outside of the transaction of the write: a refusal must not undo the count.
 *
 * @throws 400 `coupon_not_found`, 429 `coupon_locked` with `retry_after`
 */
export async function couponByCode(
  deps: Deps,
  { userId, network }: Guesser,
  typed: string,
): Promise<HeldCoupon> {
  const keys = [...(userId === null ? [] : [`coupon-user:${userId}`]), `coupon-network:${network}`];
  await takeTurns(deps, keys);
  const held = await findByCode(deps.db, userId, tidyCouponCode(typed));
  if (!held) throw couponNotFound();
  for (const key of keys) await giveTurnBack(deps.db, key);
  return held;
}
