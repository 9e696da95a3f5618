import { groupNotes, type KeyNote, printedValue, shownKey } from '#contracts/examShownKey.ts';
import { dailyCap, type ReviewCard, type ReviewLog, undoDepth } from '#contracts/review.ts';
import {
  type CardState,
  dayStart,
  isDue,
  orderedReviews,
  pickToday,
  type Review,
  replay,
  reviewDay,
} from '#shared/lib/review/replay.ts';
import { readSession, type SessionName } from '#shared/lib/review/sessionId.ts';
import { parseTime } from '#shared/lib/text/format.ts';

/** Path of the review (exams.md 6). */
export const reviewPath = '/api/lms/review/';
/** Kinds of its changes in the queue. */
export const reviewKind = 'review';
export const suspendKind = 'review_suspend';

const dayMs = 86_400_000;
/** How many cards fit into the five-minute mode. */
const fiveMinuteCards = 8;

/** A card with the state computed from its reviews. */
export type Studied = { card: ReviewCard; id: string; state: CardState; created: number; logs: ReviewLog[] };

/** Everything of the review on this device: cards that may be asked, and those the learner has set aside. */
export type Shelf = { studied: Studied[]; aside: ReviewCard[] };

/** Today's part of the review. */
export type Today = {
  queue: Studied[];
  /** Cards reviewed today; undone reviews do not count. */
  done: number;
  /** Cards due on each of the next seven days, today first. */
  forecast: { at: number; count: number }[];
  subjects: { name: string; count: number }[];
  /** When the next card is due; `null`: none will be. */
  nextAt: number | null;
  all: number;
};

function reviewOf({ id, rating, reviewed_at, undoes }: ReviewLog): Review {
  return { id, rating, at: Date.parse(reviewed_at), undoes };
}

/** The key of a slot of a card as it is shown, with what its group makes of it: 順不同, 完答. */
export function cardKey(
  { question, keys }: Pick<ReviewCard, 'question' | 'keys'>,
  slot: string,
): { key: string; notes: KeyNote[] } {
  const group = question.groups.find(({ slots }) => slots.includes(slot));
  return group
    ? { key: shownKey(group, slot, keys), notes: groupNotes(group) }
    : { key: keys[slot] ?? '', notes: [] };
}

/** What was answered to a slot of a card, as it is printed; empty: nothing. */
export function cardAnswer(
  { question }: Pick<ReviewCard, 'question'>,
  slot: string,
  values: Readonly<Record<string, string>>,
): string {
  const kind = question.slots.find(({ id }) => id === slot)?.kind ?? 'text';
  return printedValue(values[slot] ?? '', kind);
}

/** Cards that can be asked, each with its state, replayed from the logs. */
export function studiedOf(cards: readonly ReviewCard[], logs: readonly ReviewLog[]): Studied[] {
  const byCard = new Map<string, ReviewLog[]>();
  for (const log of logs) byCard.set(log.card, [...(byCard.get(log.card) ?? []), log]);
  return cards
    .filter((card) => !card.is_withdrawn && !card.is_suspended)
    .map((card) => {
      const own = byCard.get(card.id) ?? [];
      return {
        card,
        id: card.id,
        logs: own,
        state: replay(own.map(reviewOf)),
        created: parseTime(card.created) ?? 0,
      };
    });
}

/** How many cards were reviewed on this learning day, and how many of them for the first time. */
export function doneToday(studied: readonly Studied[], now: number): { all: number; fresh: number } {
  let all = 0;
  let fresh = 0;
  for (const { logs } of studied) {
    const reviews = orderedReviews(logs.map(reviewOf));
    const own = reviews.filter(({ at }) => reviewDay(at) === reviewDay(now));
    if (own.length > 0) all += 1;
    if (own.length > 0 && own[0] === reviews[0]) fresh += 1;
  }
  return { all, fresh };
}

/** Today, and the forecast for seven days. */
export function todayOf(studied: readonly Studied[], now: number): Today {
  const done = doneToday(studied, now);
  const queue = pickToday(studied, now, { done, cap: dailyCap });
  const start = dayStart(now);
  const forecast = Array.from({ length: 7 }, (_, nth) => {
    const at = start + nth * dayMs;
    const count =
      nth === 0
        ? queue.length
        : studied.filter(({ state }) => state.due !== null && state.due >= at && state.due < at + dayMs)
            .length;
    return { at, count };
  });
  const names = [...new Set(queue.map(({ card }) => card.subject))];
  const later = studied.flatMap(({ state }) => (state.due !== null && !isDue(state, now) ? [state.due] : []));
  return {
    queue,
    done: done.all,
    forecast,
    subjects: names.map((name) => ({
      name,
      count: queue.filter(({ card }) => card.subject === name).length,
    })),
    nextAt: later.length > 0 ? Math.min(...later) : null,
    all: studied.length,
  };
}

const noCap = { all: Number.POSITIVE_INFINITY, fresh: Number.POSITIVE_INFINITY };

/** Due and new cards in the order in which they are asked, then the rest, the next one first. */
function everyCard(studied: readonly Studied[], now: number): Studied[] {
  const due = pickToday(studied, now, { done: { all: 0, fresh: 0 }, cap: noCap });
  const asked = new Set(due);
  const later = studied.filter((card) => !asked.has(card));
  return [...due, ...later.sort((one, other) => (one.state.due ?? 0) - (other.state.due ?? 0))];
}

/** Whether a session is about where cards came from, not about a day. */
export function hasSource({ of }: SessionName): boolean {
  return of !== 'today' && of !== 'five';
}

/** Whether a card belongs to a session; to one of a day they all do. */
export function isOf(card: ReviewCard, session: SessionName): boolean {
  if (session.of === 'attempt') return card.attempts.includes(session.attempt);
  if (session.of === 'exam') return card.exam_id === session.exam;
  if (session.of === 'unit')
    return card.subject_id === session.subject && card.question.unit === session.unit;
  return true;
}

/**
 * The cards of a session: all of today, or as many as fit into five minutes. A session by source has all cards of the
 * source, whether they are due or not, and no cap of a day counts; what was reviewed today already comes last.
 */
export function sessionOf(studied: readonly Studied[], id: string, now: number): Studied[] {
  const session = readSession(id);
  if (!hasSource(session)) {
    const { queue } = todayOf(studied, now);
    return session.of === 'five' ? queue.slice(0, fiveMinuteCards) : queue;
  }
  const own = studied.filter(({ card }) => isOf(card, session));
  const isDone = ({ state }: Studied) => state.lastAt !== null && reviewDay(state.lastAt) === reviewDay(now);
  return [
    ...everyCard(
      own.filter((card) => !isDone(card)),
      now,
    ),
    ...everyCard(own.filter(isDone), now),
  ];
}

/** What a session by source is called: its unit, its exam, or exam and subject. Empty while it has no cards. */
export function nameOf(session: SessionName, cards: readonly Studied[]): string {
  const card = cards.find((one) => isOf(one.card, session))?.card;
  if (!card || !hasSource(session)) return '';
  if (session.of === 'exam') return card.exam;
  const names = session.of === 'unit' ? [card.subject, card.unit] : [card.exam, card.subject];
  return names.filter(Boolean).join(' ');
}

/**
 * The review that is undone next: the latest one that still counts, if it is among the last twenty. Nothing but the
 * logs on the device is needed, so it is the same after a reload and in another session (exams.md 6).
 */
export function lastToUndo(logs: readonly ReviewLog[]): ReviewLog | null {
  const undone = new Set(logs.flatMap(({ undoes }) => undoes ?? []));
  const reviews = [...new Map(logs.map((log) => [log.id, log])).values()]
    .filter(({ undoes }) => undoes === null)
    .map((log) => ({ log, at: Date.parse(log.reviewed_at) }))
    .sort((one, other) => one.at - other.at || (one.log.id < other.log.id ? -1 : 1));
  return reviews.slice(-undoDepth).findLast(({ log }) => !undone.has(log.id))?.log ?? null;
}

/**
 * All cards whose files are worth keeping on the device, the next to be asked first: today's, the others by when they
 * are due, and last those that were set aside.
 */
export function keepOrder({ studied, aside }: Shelf, now: number): ReviewCard[] {
  const { queue } = todayOf(studied, now);
  const today = new Set(queue);
  const rest = everyCard(
    studied.filter((card) => !today.has(card)),
    now,
  );
  return [...queue.map(({ card }) => card), ...rest.map(({ card }) => card), ...aside];
}
