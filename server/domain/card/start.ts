import { randomBytes } from 'node:crypto';
import { cardLimit } from '#contracts/shopCard.ts';
import type { Tx } from '../../db/client.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import { type CardRow, cards, type SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { CardSource } from '../../payment/port.ts';
import { newOrderNo } from '../order/number.ts';
import { sealValue } from '../order/sealed.ts';
import { lockUser } from '../profile/store.ts';
import { subscriptionMail } from '../subscription/mails.ts';
import { changeSubscription } from '../subscription/rows.ts';
import { addCardCommand } from './commands.ts';
import { changeCard, countCards, isMemberMade, memberOf } from './rows.ts';

/** What the check of a card needs, sealed until it is sent. */
export type CardSecret = { source: CardSource; email: string; phone: string | null };

/** How a card is shown. `expiry`: `YYMM`, empty when not known. */
export type CardFace = { brand: string; last4: string; expiry: string };

/** The owner of a card that is checked, and what waits for the result. */
type Asked = {
  userId: number;
  /** The network that it comes from (`hashNetwork`). */
  from: string;
  secret: CardSecret;
  /** The trial's order, or the subscription, that waits for it. */
  orderId?: number | null;
  subscriptionId?: number | null;
};

export type NewCard = Asked & { face: CardFace; wantsDefault: boolean };

const newReturnRef = () => randomBytes(32).toString('base64url');

/** OrderID of a check: like that of an order, except for its first letter. */
function checkOrderId(now: number): string {
  return `C${newOrderNo(now).slice(1)}-01`;
}

/**
 * 409 `card_limit` for a member who already has as many cards as can be kept. The user's row is locked from here on.
 */
export async function assertRoomForCard(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, userId);
  if ((await countCards(tx, userId)) < cardLimit) return;
  const detail = `保存できるカードは${cardLimit}枚までです。使わないカードを削除してから、もう一度お試しください。`;
  throw new ApiError(409, 'card_limit', detail);
}

/**
 * Begins to keep a card (money.md 4.14a ①): its bank checks it, its owner authenticates, and nothing is charged. Kick
 * the executor after the commit. Throws 409 `card_limit`.
 */
export async function startCard(tx: Tx, deps: Deps, given: NewCard): Promise<CardRow> {
  await assertRoomForCard(tx, given.userId);
  return startCheck(tx, deps, given, { ...given.face, wantsDefault: given.wantsDefault, provesId: null });
}

/**
 * Asks the owner of a kept card to authenticate before a trial begins with it (money.md 4.14 ②): a person who is logged
 * in need not be the owner of the card. Nothing is charged. Kick the executor after the commit.
 */
export function startProof(tx: Tx, deps: Deps, kept: CardRow, given: Asked): Promise<CardRow> {
  const { brand, last4, expiry } = kept;
  return startCheck(tx, deps, given, { brand, last4, expiry, wantsDefault: false, provesId: kept.id });
}

async function startCheck(
  tx: Tx,
  deps: Deps,
  given: Asked,
  of: CardFace & Pick<CardRow, 'wantsDefault' | 'provesId'>,
): Promise<CardRow> {
  const now = new Date(deps.clock.now());
  const [card] = await tx
    .insert(cards)
    .values({
      userId: given.userId,
      memberId: await memberOf(tx, deps, given.userId),
      ...of,
      state: 'checking',
      gatewayOrderId: checkOrderId(now.getTime()),
      isCheck: true,
      orderId: given.orderId ?? null,
      subscriptionId: given.subscriptionId ?? null,
      secret: await sealValue(deps.keys, given.secret),
      returnRef: newReturnRef(),
      givenFrom: given.from,
      created: now,
      modified: now,
    })
    .returning();
  if (!card) throw new Error('card was not stored');
  await addCardCommand(tx, card, 'card_entry', now);
  return card;
}

/** Asks the gateway to keep a card that passed its check, as soon as the gateway has the member. */
export async function askToKeep(tx: Tx, deps: Deps, card: CardRow): Promise<void> {
  const isMade = await isMemberMade(tx, card.memberId);
  await addCardCommand(tx, card, isMade ? 'card_keep' : 'card_member', new Date(deps.clock.now()));
}

/**
 * A subscription is charged to the card that paid for it, once that is kept; not to one that was refused for the same
 * order before. `null`: the order is of no subscription.
 */
async function waitForCard(
  tx: Tx,
  deps: Deps,
  { subscriptionId }: OrderRow,
): Promise<SubscriptionRow | null> {
  return subscriptionId === null
    ? null
    : changeSubscription(tx, deps, { id: subscriptionId }, { cardId: null });
}

/**
 * Keeps the card of a payment that has arrived (money.md 4.14 ③). A member who has left, or has no room for one more
 * card, keeps none; the payment stands all the same. A subscription that the order pays for is charged to this card
 * from then on; where there is no room for it, the member is asked for a card.
 */
export async function keepPaidCard(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<CardRow | null> {
  if (!attempt.keepsCard || order.userId === null) return null;
  const user = await lockUser(tx, order.userId);
  if (user.withdrawn !== null) return null;
  if ((await countCards(tx, user.id)) >= cardLimit) {
    const without = await waitForCard(tx, deps, order);
    if (without && without.status !== 'ended') await subscriptionMail(tx, deps, without, 'card_missing', '');
    return null;
  }
  const now = new Date(deps.clock.now());
  const [card] = await tx
    .insert(cards)
    .values({
      userId: user.id,
      memberId: await memberOf(tx, deps, user.id),
      brand: attempt.card?.brand ?? '',
      last4: attempt.card?.last4 ?? '',
      expiry: '',
      state: 'keeping',
      gatewayOrderId: attempt.gatewayOrderId,
      isCheck: false,
      subscriptionId: order.subscriptionId,
      returnRef: newReturnRef(),
      givenFrom: attempt.askedFrom ?? order.agreedFrom,
      created: now,
      modified: now,
    })
    .onConflictDoNothing({ target: cards.gatewayOrderId })
    .returning();
  if (!card) return null;
  await waitForCard(tx, deps, order);
  await askToKeep(tx, deps, card);
  return card;
}

/** Enters a check anew, as its `turn`, when nobody knows whether it was entered: it moves no money (money.md 4.4). */
export async function enterCardAnew(
  tx: Tx,
  deps: Deps,
  card: CardRow,
  turn: number,
  notBefore: Date,
): Promise<CardRow> {
  const base = card.gatewayOrderId.slice(0, -3);
  const again = await changeCard(tx, deps, card, {
    gatewayOrderId: `${base}-${String(turn).padStart(2, '0')}`,
    isUnknown: false,
    nextCheckAt: null,
  });
  await addCardCommand(tx, again, 'card_entry', new Date(deps.clock.now()), { n: turn, notBefore });
  return again;
}
