/** A guardian's answer to an order, and how they pay it (money.md 4.11). */
import { eq } from 'drizzle-orm';
import { consentSteps } from '#contracts/shopDocument.ts';
import type { GuardianPayInput } from '#contracts/shopGuardian.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { guardianOrders } from '../../db/schema/guardianOrder.ts';
import { checkouts } from '../../db/schema/shop.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { type Change, recompute } from '../checkout/freeze.ts';
import { consentMissing, hasPapers, keepGuardianConsents } from '../document/contract.ts';
import { lockAttempts } from '../order/attempts.ts';
import { closeOrder } from '../order/close.ts';
import { orderMail } from '../order/mails.ts';
import { canCancel, isBusy } from '../order/policy.ts';
import { retryOrder } from '../order/retry.ts';
import { isMinor } from '../profile/age.ts';
import { lockUser } from '../profile/store.ts';
import { guardianToAsk, openAsked } from './guardian.ts';
import { type Linked, linkGone, linkState, lockLinked } from './link.ts';
import { type Evidence, openForPayment, release, storeDecision } from './release.ts';

/** For how many days the link shows a slip after it was made: longer than any slip can be paid. */
const slipDays = 14;

function conflict(detail: string): ApiError {
  return new ApiError(409, 'conflict', detail);
}

/** 412 with the changes since the order: it cannot be approved, and nothing is charged. */
function changed(changes: Change[]): ApiError {
  return new ApiError(
    412,
    'price_changed',
    'お申し込みの後に内容が変わったため、このお申し込みには同意いただけません。料金は発生していません。お子さまに、もう一度お申し込みいただいてください。',
    { data: { changes } },
  );
}

/** The offer as it stands now, at the price that the order has held; 412 when it has changed. */
async function assertSame(tx: Tx, deps: Deps, { order }: Linked, confirmHash: string): Promise<void> {
  const [checkout] =
    order.checkoutId === null
      ? []
      : await tx.select().from(checkouts).where(eq(checkouts.id, order.checkoutId));
  if (!checkout || confirmHash !== order.confirmHash) throw changed([]);
  const offer = await recompute(tx, deps, checkout, { ownOrder: true });
  if (offer.kind === 'changed') throw changed(offer.changes);
}

type ApproveAsk = Evidence & {
  token: string;
  confirmHash: string;
  /** What they have agreed to about contract papers, if the order has any (money.md 4.18). */
  steps: readonly (typeof consentSteps)[number][];
};

/**
 * A guardian agrees to an order: it can be paid from then on. Whether they may still decide is checked under the lock
 * of the learner's row (money.md 7, row 110): a learner who has come of age needs no consent, and a guardian who was
 * replaced can give none. A repetition changes nothing.
 *
 * @throws ApiError 404; 409 `conflict`, `document_pending` when a step of the consent to papers is missing; 412
 * `price_changed` with what has changed
 */
export async function approve(tx: Tx, deps: Deps, ask: ApproveAsk): Promise<void> {
  const linked = await lockLinked(tx, deps, ask.token);
  const { order, row } = linked;
  const now = deps.clock.now();
  const state = linkState(linked, now);
  if (state === 'approved' || state === 'paid') return;
  if (state !== 'asked' || order.userId === null) throw conflict('このお申し込みは、すでに終わっています。');
  await assertSame(tx, deps, linked, ask.confirmHash);
  const learner = await lockUser(tx, order.userId);
  if (learner.withdrawn !== null) throw linkGone();
  if (!isMinor(learner.birthDate, now)) {
    await release(tx, deps, order, row);
    return;
  }
  const guardian = await guardianToAsk(tx, learner.id);
  if (guardian?.email !== (await openAsked(deps.keys, row)).email)
    throw conflict(
      '保護者の方の登録が変わったため、このリンクでは同意いただけません。お子さまに、メールを送り直してもらってください。',
    );
  const { from, browser } = ask;
  if (await hasPapers(tx, order.id)) {
    if (!consentSteps.every((step) => ask.steps.includes(step))) throw consentMissing();
    await keepGuardianConsents(tx, deps, order.id, from);
  }
  await storeDecision(tx, deps, row, { decision: 'approved', textHash: order.confirmHash, from, browser });
  await orderMail(tx, deps, await openForPayment(tx, deps, order), 'guardian_approved');
}

/** The order is none of the guardian's any more: 409 in words. */
async function assertGuardians(tx: Tx, deps: Deps, { order, row }: Linked): Promise<void> {
  if (order.userId === null) return;
  const [learner] = await tx.select().from(users).where(eq(users.id, order.userId));
  if (row.decision === 'released' || (learner && !isMinor(learner.birthDate, deps.clock.now())))
    throw conflict(
      'お申し込みの方が18歳になったため、保護者の方からは取り消せません。ご本人が、購入履歴から取り消せます。',
    );
  const guardian = await guardianToAsk(tx, order.userId);
  if (row.decision === null && guardian && guardian.email !== (await openAsked(deps.keys, row)).email)
    throw conflict(
      '保護者の方の登録が変わったため、このリンクからは回答いただけません。このお申し込みに心当たりがない場合は、このメールを削除してください。',
    );
}

/**
 * A guardian declines, or does not want to pay after all: the order ends, and its coupon is free again. A repetition
 * changes nothing.
 *
 * @throws ApiError 404; 409 `conflict` for an order that was paid, whose learner has come of age, or that another
 * guardian decides about by now; `payment_checking` for one that may still be paid, or whose money is held
 */
export async function decline(tx: Tx, deps: Deps, ask: Evidence & { token: string }): Promise<void> {
  const linked = await lockLinked(tx, deps, ask.token);
  const { order, row } = linked;
  const state = linkState(linked, deps.clock.now());
  if (state === 'declined' || state === 'over') return;
  if (state === 'paid') throw conflict('このご注文のお支払いは済んでいます。変更はお問い合わせください。');
  await assertGuardians(tx, deps, linked);
  const attempts = await lockAttempts(tx, order.id);
  if (isBusy(attempts))
    throw new ApiError(
      409,
      'payment_checking',
      canCancel(order, attempts)
        ? 'お支払いの手続きが進んでいるため、ここでは取り消せません。お子さまが、購入履歴から取り消せます。'
        : 'お支払いの結果を確認しているため、いまは取り消せません。',
    );
  const { from, browser } = ask;
  await storeDecision(tx, deps, row, { decision: 'declined', from, browser });
  const closed = await closeOrder(tx, deps, order, {
    status: 'canceled',
    reason: 'guardian_declined',
    mail: null,
  });
  await orderMail(tx, deps, closed, 'guardian_declined');
}

type PayAsk = {
  token: string;
  /** The guardian's network (`hashNetwork`). */
  from: string;
  input: GuardianPayInput;
};

/**
 * A guardian pays an order that they have agreed to, or tries again in another way. It refuses what `retryOrder`
 * refuses. The guardian's card is not kept for the learner. Kick the executor after the commit.
 */
export async function payByGuardian(tx: Tx, deps: Deps, { token, from, input }: PayAsk): Promise<void> {
  const linked = await lockLinked(tx, deps, token);
  const { order, row } = linked;
  const state = linkState(linked, deps.clock.now());
  if (state === 'paid') return;
  if (state === 'asked')
    throw new ApiError(409, 'not_retryable', 'お支払いの前に、内容を確認して同意してください。');
  if (order.userId === null) throw linkGone();
  await retryOrder(tx, deps, { order, userId: order.userId, from, input: { ...input, card_id: null } });
  // The link shows the slip for as long as it can be paid.
  const until = new Date(deps.clock.now() + slipDays * 86_400_000);
  await tx.update(guardianOrders).set({ expires: until }).where(eq(guardianOrders.orderId, row.orderId));
}
