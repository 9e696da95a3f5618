import { and, eq, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type CardRow, subscriptions } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { CardSource } from '../../payment/port.ts';
import { addCardCommand } from './commands.ts';
import { findCard, isCardOver, lockCard, moveCard } from './rows.ts';

/** A kept card that can be charged now; 400 for every other one, in words for its field. */
export async function usableCard(db: Db, userId: number, id: string | number, now: number): Promise<CardRow> {
  const isId = /^[1-9]\d{0,8}$/.test(String(id));
  const card = isId ? await findCard(db, userId, Number(id)) : null;
  if (card?.state !== 'active' || card.cardSeq === null)
    throw invalid({ card_id: ['保存したカードが見つかりません。カード番号を入力してください。'] });
  if (isCardOver(card, now))
    throw invalid({ card_id: ['このカードは有効期限が過ぎています。別のカードをお選びください。'] });
  return card;
}

/**
 * How the gateway is told which kept card is meant: by its physical number (row 88 of money.md 7). `null`: it has none.
 */
export function sourceOf({ memberId, cardSeq }: CardRow): CardSource | null {
  return cardSeq === null ? null : { memberId, cardSeq };
}

/** How a kept card is shown. */
export function faceOf({ brand, last4 }: CardRow): { brand: string; last4: string } {
  return { brand, last4 };
}

/**
 * Deletes somebody's card (money.md 4.14a ⑤): they no longer see it at once, and the gateway is told after the commit.
 * 409 `card_in_use` while a subscription is charged to it or it is being checked; 404 for a card that is not theirs.
 */
export async function deleteCard(tx: Tx, deps: Deps, userId: number, id: number): Promise<void> {
  const found = await findCard(tx, userId, id);
  if (!found || found.state === 'failed') throw notFound();
  const card = await lockCard(tx, found.id);
  if (card.state !== 'active')
    throw new ApiError(409, 'card_in_use', 'カードを確認しています。確認が終わってから削除してください。');
  const isCharged = and(eq(subscriptions.cardId, card.id), ne(subscriptions.status, 'ended'));
  const used = await tx.select({ id: subscriptions.id }).from(subscriptions).where(isCharged).limit(1);
  if (used.length > 0)
    throw new ApiError(
      409,
      'card_in_use',
      'このカードは定期購入で使われています。定期購入のカードを変更してから削除してください。',
    );
  await forgetCard(tx, deps, card);
}

/** Lets the gateway delete a usable card. The card is locked. */
export async function forgetCard(tx: Tx, deps: Deps, card: CardRow): Promise<void> {
  await moveCard(tx, deps, card, 'deleting');
  await addCardCommand(tx, card, 'card_delete', new Date(deps.clock.now()));
}
