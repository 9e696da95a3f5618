/**
 * A card's owner comes back from the bank's page, in any browser (money.md 4.5, 4.6). This is only a hint: it causes
 * the finish, once.
 */
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type CardRow, cards } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { kickMoney } from '../order/kick.ts';
import { addCardCommand } from './commands.ts';
import { changeCard, isCardPending, lockCard } from './rows.ts';

/** The card of a return address, or `null`. */
export async function cardOfRef(db: Db, ref: string): Promise<CardRow | null> {
  const [row] = await db.select().from(cards).where(eq(cards.returnRef, ref)).limit(1);
  return row ?? null;
}

/** Notes that the owner is back; `false`: there is no such return address. */
export async function noteCardReturn(deps: Deps, ref: string): Promise<boolean> {
  const found = await cardOfRef(deps.db, ref);
  if (!found) return false;
  if (!isCardPending(found)) return true;
  await transaction(deps.db, async (tx) => {
    const card = await lockCard(tx, found.id);
    const now = new Date(deps.clock.now());
    const returned = card.returnedAt === null ? await changeCard(tx, deps, card, { returnedAt: now }) : card;
    if (returned.state === 'challenged') await addCardCommand(tx, returned, 'card_finish', now);
    if (returned.isUnknown) await changeCard(tx, deps, returned, { nextCheckAt: now });
  });
  kickMoney(deps);
  return true;
}
