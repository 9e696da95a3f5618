import * as z from 'zod/mini';
import {
  type Rating,
  type Review,
  type ReviewCard,
  type ReviewLog,
  reviewAnsweredSchema,
  reviewCardSchema,
  reviewLogSchema,
  reviewParams,
} from '#contracts/review.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { readValue, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { now } from '#shared/lib/time/clock.ts';
import { reviewKind, reviewPath, type Shelf, studiedOf, suspendKind } from './model.ts';

/** Keys of the review among the single answers: one per card, one per log, and the cursor. */
const cardPrefix = 'review:card:';
const logPrefix = 'review:log:';
const cursorKey = 'review:cursor';

/** Raise it when cards get a field that devices need of the cards they have: they then ask for all of them again. */
const cardForm = 2;
const cursorSchema = z.object({ cursor: z.string(), form: z.optional(z.number()) });

/** The cursor at which the next answer begins; empty: from the start, also where the cards are of an older form. */
export async function readCursor(db: UserDb): Promise<string> {
  const found = readValue(await db.singles.get(cursorKey), cursorSchema);
  return found?.form === cardForm ? found.cursor : '';
}

/** Whether this device has ever had an answer of the review. */
export async function hasReview(db: UserDb): Promise<boolean> {
  return (await db.singles.get(cursorKey)) !== undefined;
}

/** Stores what has changed at the server. Reviews are facts: they are added, never replaced. */
export async function saveReview(
  db: UserDb,
  { cards, logs, cursor }: Review,
  savedAt: number,
): Promise<void> {
  await db.transaction('rw', db.singles, async () => {
    await db.singles.bulkPut(cards.map((card) => ({ ...stored(card, savedAt), key: cardPrefix + card.id })));
    await db.singles.bulkPut(logs.map((log) => ({ ...stored(log, savedAt), key: logPrefix + log.id })));
    await db.singles.put({ ...stored({ cursor, form: cardForm }, savedAt), key: cursorKey });
  });
}

/** Deletes everything of the review. */
export async function dropReview(db: UserDb): Promise<void> {
  await db.singles.where('key').startsWith('review:').delete();
}

/** All cards with their states; `null`: the server has never been asked. */
export async function readShelf(db: UserDb): Promise<StoredAnswer<Shelf> | null> {
  const cursor = await db.singles.get(cursorKey);
  if (!cursor) return null;
  const rows = await db.singles.where('key').startsWith(cardPrefix).toArray();
  const logs = await db.singles.where('key').startsWith(logPrefix).toArray();
  const cards = rows.flatMap((row) => readValue(row, reviewCardSchema) ?? []);
  const data = {
    studied: studiedOf(
      cards,
      logs.flatMap((row) => readValue(row, reviewLogSchema) ?? []),
    ),
    aside: cards.filter((card) => card.is_suspended && !card.is_withdrawn),
  };
  return { data, savedAt: cursor.saved_at };
}

/** The keys of all stored cards: they change when a card comes. */
export async function readCardKeys(db: UserDb): Promise<string[]> {
  return db.singles.where('key').startsWith(cardPrefix).primaryKeys();
}

/** Stores the fresh addresses of the files of cards; nothing else of them. */
export async function saveAddresses(
  db: UserDb,
  cards: readonly ReviewCard[],
  savedAt: number,
): Promise<void> {
  await db.transaction('rw', db.singles, async () => {
    for (const card of cards) {
      const key = cardPrefix + card.id;
      const here = readValue(await db.singles.get(key), reviewCardSchema);
      if (here) await db.singles.put({ ...stored({ ...here, files: card.files }, savedAt), key });
    }
  });
}

/**
 * Stores a review: here at once, at the server when it can be reached. Each review is its own outbox entry, because
 * none may replace another (exams.md 6).
 */
export async function putReview(
  db: UserDb,
  {
    card,
    rating,
    at,
    device,
    undoes,
    ms,
  }: {
    card: ReviewCard;
    rating: Rating;
    at: number;
    device: string;
    undoes: string | null;
    ms: number | null;
  },
): Promise<ReviewLog> {
  const log: ReviewLog = {
    id: crypto.randomUUID(),
    card: card.id,
    rating,
    reviewed_at: new Date(at).toISOString(),
    device,
    params: reviewParams,
    undoes,
  };
  await db.transaction('rw', db.singles, db.outbox, async () => {
    await db.singles.put({ ...stored(log, now()), key: logPrefix + log.id });
    await enqueue(db, {
      kind: reviewKind,
      entity: `${reviewKind}:${log.id}`,
      method: 'POST',
      path: `${reviewPath}answer/`,
      body: { logs: [{ ...log, card: Number(log.card), ...(ms !== null && { ms }) }] },
      label: card.subject,
      view: { log: log.id },
    });
  });
  return log;
}

/** Stores the server's answer to a review. If the card no longer exists, its review is deleted here, too. */
export async function saveReviewAnswer(
  db: UserDb,
  _row: OutboxRow,
  answer: unknown,
  savedAt: number,
): Promise<void> {
  const { logs, unknown } = reviewAnsweredSchema.parse(answer ?? {});
  await db.singles.bulkPut(logs.map((log) => ({ ...stored(log, savedAt), key: logPrefix + log.id })));
  await db.singles.bulkDelete(unknown.map((id) => logPrefix + id));
}

/** Suspends a card, or resumes it. */
export async function putSuspended(db: UserDb, card: ReviewCard, isSuspended: boolean): Promise<void> {
  await db.transaction('rw', db.singles, db.outbox, async () => {
    const next: ReviewCard = { ...card, is_suspended: isSuspended };
    await db.singles.put({ ...stored(next, now()), key: cardPrefix + card.id });
    await enqueue(db, {
      kind: suspendKind,
      entity: `${suspendKind}:${card.id}`,
      method: 'PATCH',
      path: `${reviewPath}${encodeURIComponent(card.id)}/`,
      body: { is_suspended: isSuspended },
      label: card.subject,
      view: { card: card.id },
    });
  });
}
