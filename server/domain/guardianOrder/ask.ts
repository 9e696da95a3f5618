/** Asks a guardian about an order of somebody under 18 (money.md 4.11). The caller holds the locks of order and user. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { GuardianRow, UserRow } from '../../db/schema/accounts.ts';
import { type GuardianOrderRow, guardianOrders } from '../../db/schema/guardianOrder.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import { checkouts } from '../../db/schema/shop.ts';
import type { AppContext, Deps } from '../../deps.ts';
import { ApiError, notFound, unauthorized } from '../../errors.ts';
import { assertMayMail, maskEmail } from '../../mail/limit.ts';
import { newToken } from '../accounts/secrets.ts';
import { hashToken } from '../accounts/tokens.ts';
import { fullName } from '../guardian/store.ts';
import { lockOrder } from '../order/lock.ts';
import { isOver, isSettled } from '../order/policy.ts';
import { findOrder } from '../order/read.ts';
import { sealValue } from '../order/sealed.ts';
import { isMinor } from '../profile/age.ts';
import { lockUser } from '../profile/store.ts';
import { type AskedGuardian, guardianMs, guardianRequired, guardianToAsk } from './guardian.ts';
import { mailGuardian } from './mails.ts';
import { release } from './release.ts';

/** Mails to guardians about orders that one learner may cause in a day. */
const mailsADay = { max: 10, window: 86_400 };

type Asking = {
  /** The earlier question about this order. */
  before?: GuardianOrderRow | null;
  /** Their limit has approved it: they are told, not asked. */
  limitYen?: number | null;
};

/** Sends a link for this order; an earlier link opens nothing any more. */
export async function askGuardianFor(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  learner: UserRow,
  found: Pick<GuardianRow, 'name' | 'email'>,
  { before = null, limitYen = before?.limitYen ?? null }: Asking = {},
): Promise<GuardianOrderRow> {
  const now = deps.clock.now();
  const token = newToken();
  const guardian: AskedGuardian = { name: found.name, email: found.email };
  const expires = before?.expires ?? new Date(now + guardianMs);
  const asked = {
    tokenHash: hashToken(token),
    guardian: await sealValue(deps.keys, guardian),
    asked: new Date(now),
    expires,
  };
  const [row] = await tx
    .insert(guardianOrders)
    .values({ orderId: order.id, ...asked })
    .onConflictDoUpdate({ target: guardianOrders.orderId, set: asked })
    .returning();
  if (!row) throw new Error('what was asked was not stored');
  const letter = { order, guardian, learner: fullName(learner), token, until: expires, limitYen };
  await mailGuardian(tx, deps, letter);
  return row;
}

/**
 * Counts the mail that an order of this checkout will cause; 429 `rate`. Where no mail will be sent, nothing is
 * counted. Call it outside of the transaction that orders.
 */
export async function assertMayAskFor(
  c: AppContext,
  deps: Deps,
  userId: number,
  checkoutId: string,
): Promise<void> {
  const [open] = await deps.db
    .select({ snapshot: checkouts.snapshot })
    .from(checkouts)
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.userId, userId), isNull(orders.id)));
  const guardian = open?.snapshot.needsGuardian ? await guardianToAsk(deps.db, userId) : null;
  if (guardian) await assertMayMail(c, deps, 'guardian-order', guardian.email, mailsADay);
}

/** Counts the mail that `askAgain` will send; 429 `rate`. Call it outside of any transaction. */
export async function assertMayAskAgain(c: AppContext, deps: Deps, userId: number): Promise<void> {
  const guardian = await guardianToAsk(deps.db, userId);
  if (guardian) await assertMayMail(c, deps, 'guardian-order', guardian.email, mailsADay);
}

/**
 * Sends the mail about an own order once more, to the present guardian; for a guardian who was replaced, the old mail
 * no longer works. A buyer who has come of age meanwhile needs no consent: they can pay the order themselves.
 *
 * @throws ApiError 404; 403 `guardian_required`; 409 `not_retryable` when nothing waits for a guardian
 */
export async function askAgain(
  tx: Tx,
  deps: Deps,
  userId: number,
  orderId: number,
): Promise<{ kind: 'asked' | 'released'; email_masked: string }> {
  if (!(await findOrder(tx, userId, orderId))) throw notFound();
  const order = await lockOrder(tx, orderId);
  const [row] = await tx
    .select()
    .from(guardianOrders)
    .where(eq(guardianOrders.orderId, orderId))
    .for('update');
  const isDone = isSettled(order.status) || isOver(order.status);
  if (!row || isDone || row.decision === 'released' || row.expires.getTime() <= deps.clock.now())
    throw new ApiError(409, 'not_retryable', 'この注文は、保護者の方の確認を待っていません。');
  const learner = await lockUser(tx, userId);
  if (learner.withdrawn !== null) throw unauthorized();
  if (!isMinor(learner.birthDate, deps.clock.now())) {
    await release(tx, deps, order, row);
    return { kind: 'released', email_masked: '' };
  }
  const guardian = await guardianToAsk(tx, userId);
  if (!guardian) throw guardianRequired();
  await askGuardianFor(tx, deps, order, learner, guardian, { before: row });
  return { kind: 'asked', email_masked: maskEmail(guardian.email) };
}
