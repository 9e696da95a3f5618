import { dailyCap, type ReviewCard, type ReviewLog } from '#contracts/review.ts';
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

/** The cards of a session: all of today, or as many as fit into five minutes. */
export function sessionOf({ queue }: Pick<Today, 'queue'>, id: string): Studied[] {
  return id === 'five' ? queue.slice(0, fiveMinuteCards) : [...queue];
}
