import { and, asc, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { ReviewLogInput } from '#contracts/review.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  type ReviewCardRow,
  type ReviewLogRow,
  reviewCardAttempts,
  reviewCards,
  reviewHeads,
  reviewLogs,
} from '../../db/schema/review.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';

/** The next number of a learner's changes. It locks the learner's reviews until the end of the transaction. */
export async function nextSeq(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx
    .insert(reviewHeads)
    .values({ userId, seq: 1 })
    .onConflictDoUpdate({ target: reviewHeads.userId, set: { seq: sql`${reviewHeads.seq} + 1` } })
    .returning({ seq: reviewHeads.seq });
  if (!row) throw new Error('no review head');
  return row.seq;
}

export type NewCard = Pick<ReviewCardRow, 'key' | 'source' | 'reason' | 'subjectId' | 'question' | 'group'>;

/** The parameters of devices that do not name theirs: the first release. */
const firstParams = 'fsrs6-90-1';

/**
 * Adds cards of an attempt. An existing card stays, with its reviews, comes back when it was withdrawn, and is from then
 * on a card of this attempt, too.
 */
export async function addCards(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, attemptId }: { userId: number; attemptId: string },
  cards: readonly NewCard[],
): Promise<void> {
  if (cards.length === 0) return;
  const seq = await nextSeq(tx, userId);
  const created = new Date(deps.clock.now());
  const rows = await tx
    .insert(reviewCards)
    .values(cards.map((card) => ({ ...card, userId, seq, created })))
    .onConflictDoUpdate({
      target: [reviewCards.userId, reviewCards.key],
      set: { withdrawn: null, subjectId: sql`excluded.subject_id`, seq },
    })
    .returning({ cardId: reviewCards.id });
  await tx
    .insert(reviewCardAttempts)
    .values(rows.map(({ cardId }) => ({ cardId, attemptId })))
    .onConflictDoNothing();
}

/** Largest number that a card can have; a query with a larger one would be a database error. */
const largestId = 2_147_483_647;

/**
 * Stores reviews. They are facts, so an existing one stays as it is. A review is never later than now. Answers all of
 * them as they are stored; `unknown`: reviews of cards that are not the learner's.
 */
export async function keepLogs(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  logs: readonly ReviewLogInput[],
): Promise<{ rows: ReviewLogRow[]; unknown: string[] }> {
  const cardIds = [...new Set(logs.map(({ card }) => card))].filter((id) => id <= largestId);
  const own = await tx
    .select({ id: reviewCards.id })
    .from(reviewCards)
    .where(and(eq(reviewCards.userId, userId), inArray(reviewCards.id, cardIds)));
  const known = new Set(own.map(({ id }) => id));
  const good = logs.filter(({ card }) => known.has(card));
  const unknown = logs.filter(({ card }) => !known.has(card)).map(({ id }) => id);
  if (good.length === 0) return { rows: [], unknown };
  const seq = await nextSeq(tx, userId);
  const now = deps.clock.now();
  await tx
    .insert(reviewLogs)
    .values(
      good.map(({ id, card, rating, reviewed_at, device, params, undoes, ms }) => ({
        id,
        userId,
        cardId: card,
        rating,
        reviewedAt: new Date(Math.min(Date.parse(reviewed_at), now)),
        device,
        params: params ?? firstParams,
        undoes: undoes ?? null,
        ms: ms ?? null,
        seq,
        created: new Date(now),
      })),
    )
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(reviewLogs)
    .where(
      and(
        eq(reviewLogs.userId, userId),
        inArray(
          reviewLogs.id,
          good.map(({ id }) => id),
        ),
      ),
    );
  return { rows, unknown };
}

/** Most cards and logs of one answer. */
const most = 200;

/** What changed after a cursor: all cards and logs up to one number, so that none is skipped. */
export async function changesAfter(db: Db, userId: number, after: number) {
  // The counter is read first: up to it everything is stored, because its row is the lock. What is stored while the
  // rest is read has a higher number, and may be seen only in part: it waits for the next call.
  const [counter] = await db
    .select({ seq: reviewHeads.seq })
    .from(reviewHeads)
    .where(eq(reviewHeads.userId, userId));
  const head = counter?.seq ?? 0;
  const cards = await db
    .select()
    .from(reviewCards)
    .where(and(eq(reviewCards.userId, userId), gt(reviewCards.seq, after), lte(reviewCards.seq, head)))
    .orderBy(asc(reviewCards.seq), asc(reviewCards.id))
    .limit(most + 1);
  const logs = await db
    .select()
    .from(reviewLogs)
    .where(and(eq(reviewLogs.userId, userId), gt(reviewLogs.seq, after), lte(reviewLogs.seq, head)))
    .orderBy(asc(reviewLogs.seq), asc(reviewLogs.id))
    .limit(most + 1);
  const ends = [cards, logs].flatMap((rows) => (rows.length > most ? (rows.at(-1)?.seq ?? 0) : []));
  // The entries of the last number in a full list may continue in the next answer: that number is left out, unless it
  // is the only one.
  const border = ends.length > 0 ? Math.min(...ends) - 1 : Number.POSITIVE_INFINITY;
  const first = Math.min(cards[0]?.seq ?? Number.POSITIVE_INFINITY, logs[0]?.seq ?? Number.POSITIVE_INFINITY);
  const upTo = border < first ? first : border;
  const whole = upTo > border ? await wholeStep(db, userId, first) : null;
  const shown = whole ?? {
    cards: cards.filter(({ seq }) => seq <= upTo),
    logs: logs.filter(({ seq }) => seq <= upTo),
  };
  const hasMore = ends.length > 0;
  const seqs = hasMore ? [...shown.cards, ...shown.logs].map(({ seq }) => seq) : [head];
  return { ...shown, cursor: Math.max(after, ...seqs), hasMore };
}

/** Everything with one number, however much it is. */
async function wholeStep(db: Db, userId: number, seq: number) {
  return {
    cards: await db
      .select()
      .from(reviewCards)
      .where(and(eq(reviewCards.userId, userId), eq(reviewCards.seq, seq))),
    logs: await db
      .select()
      .from(reviewLogs)
      .where(and(eq(reviewLogs.userId, userId), eq(reviewLogs.seq, seq))),
  };
}

/** The learner's own cards of these numbers; others are left out. */
export async function cardsOf(db: Db, userId: number, ids: readonly number[]): Promise<ReviewCardRow[]> {
  const possible = ids.filter((id) => id <= largestId);
  return db
    .select()
    .from(reviewCards)
    .where(and(eq(reviewCards.userId, userId), inArray(reviewCards.id, possible)))
    .orderBy(asc(reviewCards.id));
}

/** How many cards somebody has; without those whose question is gone. */
export async function countCards(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(reviewCards)
    .where(and(eq(reviewCards.userId, userId), isNull(reviewCards.withdrawn)));
  return row?.n ?? 0;
}

/** Sets a card aside or brings it back. 404 for one that is not the learner's. */
export async function suspendCard(
  tx: Tx,
  userId: number,
  id: number,
  isSuspended: boolean,
): Promise<ReviewCardRow> {
  const seq = await nextSeq(tx, userId);
  const [row] = await tx
    .update(reviewCards)
    .set({ isSuspended, seq })
    .where(and(eq(reviewCards.userId, userId), eq(reviewCards.id, id)))
    .returning();
  if (!row) throw notFound('このカードは見つかりませんでした。');
  return row;
}
