import { type Card, createEmptyCard, type FSRS, fsrs, type Grade, generatorParameters } from 'ts-fsrs';
import type { Rating } from '#contracts/review.ts';

/**
 * The state of a review card, computed by replaying its reviews (exams.md 6). It is never merged and never sent, and
 * equal on all devices and the server. Times are epoch milliseconds.
 */
export type Review = { id: string; rating: Rating; at: number; undoes: string | null };

/** What a card is now. `due` `null`: never reviewed. */
export type CardState = {
  phase: 'new' | 'learning' | 'review' | 'relearning';
  due: number | null;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  lastAt: number | null;
};

/** The day changes at 04:00 in Japan. The library counts UTC days, so all times are shifted by this and back. */
const dayShift = 5 * 3_600_000;
const day = 86_400_000;
/** The same rating of a card again within this time is an accidental double tap, milliseconds. */
const doubleMs = 60_000;

let made: FSRS | null = null;

function scheduler(): FSRS {
  made ??= fsrs(
    generatorParameters({
      request_retention: 0.9,
      enable_fuzz: false,
      maximum_interval: 365,
      learning_steps: ['10m'],
      relearning_steps: ['10m'],
    }),
  );
  return made;
}

const shifted = (time: number) => new Date(time + dayShift);
const phases = ['new', 'learning', 'review', 'relearning'] as const;

function stateOf(card: Card, lastAt: number | null): CardState {
  return {
    phase: phases[card.state] ?? 'new',
    due: lastAt === null ? null : card.due.getTime() - dayShift,
    stability: card.stability,
    difficulty: card.difficulty,
    reps: card.reps,
    lapses: card.lapses,
    lastAt,
  };
}

/** Reviews in the order in which they count, without undone ones. */
export function orderedReviews(reviews: readonly Review[]): Review[] {
  const once = [...new Map(reviews.map((review) => [review.id, review])).values()];
  const undone = new Set(once.flatMap(({ undoes }) => undoes ?? []));
  return once
    .filter(({ id, undoes }) => undoes === null && !undone.has(id))
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

/** The state of a card after all its reviews; order and repetition of the input do not matter. */
export function replay(reviews: readonly Review[]): CardState {
  let card = createEmptyCard(new Date(0));
  let last: Review | null = null;
  for (const review of orderedReviews(reviews)) {
    const isDouble = last !== null && last.rating === review.rating && review.at - last.at < doubleMs;
    if (isDouble) continue;
    if (last === null) card = createEmptyCard(shifted(review.at));
    card = scheduler().next(card, shifted(review.at), review.rating as Grade).card;
    last = review;
  }
  return stateOf(card, last?.at ?? null);
}

/** The number of a moment's learning day, which begins at 04:00 in Japan. */
export function reviewDay(time: number): number {
  return Math.floor((time + dayShift) / day);
}

/** When a moment's learning day begins, epoch ms. */
export function dayStart(time: number): number {
  return reviewDay(time) * day - dayShift;
}

/** Whether a card is due today: before the day ends, or, in a learning step of less than a day, at its minute. */
export function isDue({ phase, due }: CardState, now: number): boolean {
  if (due === null) return true;
  if (phase === 'learning' || phase === 'relearning') return due <= now;
  return due < dayStart(now) + day;
}

/** How well a card is still remembered, 0 to 1; 0 for a card without reviews. */
export function retrievability({ stability, lastAt }: CardState, now: number): number {
  if (lastAt === null || stability <= 0) return 0;
  const days = Math.max(0, reviewDay(now) - reviewDay(lastAt));
  return scheduler().forgetting_curve(days, stability);
}

/** A card that may be shown. `created` epoch ms. */
export type Askable = { id: string; state: CardState; created: number };

/**
 * Today's cards in order: known cards first, the least remembered and then the oldest first. New cards follow, at most
 * `cap.fresh`. Cards in `done` count toward the caps. Cards over the cap move to another day; they do not pile up.
 */
export function pickToday<Item extends Askable>(
  cards: readonly Item[],
  now: number,
  { done, cap }: { done: { all: number; fresh: number }; cap: { all: number; fresh: number } },
): Item[] {
  const due = cards.filter(({ state }) => isDue(state, now));
  const known = due
    .filter(({ state }) => state.lastAt !== null)
    .map((card) => ({ card, known: retrievability(card.state, now) }))
    .sort((one, other) => one.known - other.known || one.card.created - other.card.created)
    .map(({ card }) => card);
  const fresh = due
    .filter(({ state }) => state.lastAt === null)
    .sort((one, other) => one.created - other.created || (one.id < other.id ? -1 : 1))
    .slice(0, Math.max(0, cap.fresh - done.fresh));
  return [...known, ...fresh].slice(0, Math.max(0, cap.all - done.all));
}

/** How many cards become due on each of the next seven days, today first. New cards count for today. */
export function forecast(states: readonly CardState[], now: number): number[] {
  const today = reviewDay(now);
  const counts = Array.from({ length: 7 }, () => 0);
  for (const { due } of states) {
    const at = due === null ? 0 : Math.max(0, reviewDay(due) - today);
    if (at < 7) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
