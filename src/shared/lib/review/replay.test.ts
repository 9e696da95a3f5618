import { describe, expect, it } from 'vitest';
import { holdsForAll } from '../../../../tests/properties.ts';
import {
  dayStart,
  forecast,
  isDue,
  pickToday,
  type Review,
  replay,
  retrievability,
  reviewDay,
} from './replay.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const review = (
  id: string,
  time: string,
  rating: Review['rating'] = 3,
  undoes: string | null = null,
): Review => ({
  id,
  at: at(time),
  rating,
  undoes,
});
const history = [
  review('a', '2027-06-01T20:00', 3),
  review('b', '2027-06-01T20:12', 3),
  review('c', '2027-06-04T07:30', 1),
  review('d', '2027-06-04T07:45', 3),
  review('e', '2027-06-08T22:00', 4),
];

it('the release’s intervals: a change of the library or of the parameters shows here', () => {
  const states = history.map((_, count) => replay(history.slice(0, count + 1)));
  expect(
    states.map(({ phase, due }) => [phase, due === null ? null : new Date(due).toISOString()]),
  ).toMatchInlineSnapshot(`
    [
      [
        "review",
        "2027-06-03T11:00:00.000Z",
      ],
      [
        "review",
        "2027-06-04T11:12:00.000Z",
      ],
      [
        "relearning",
        "2027-06-03T22:40:00.000Z",
      ],
      [
        "review",
        "2027-06-04T22:45:00.000Z",
      ],
      [
        "review",
        "2027-06-16T13:00:00.000Z",
      ],
    ]
  `);
});

it('reviews in all orders, doubled and split over two devices are one state', () => {
  const whole = replay(history);
  holdsForAll((random) => {
    const shuffled = [...history, ...history.slice(0, 2)].sort(() => random() - 0.5);
    expect(replay(shuffled)).toEqual(whole);
  });
});

it('03:59 and 04:01 in Japan are two days', () => {
  expect(reviewDay(at('2027-06-02T03:59'))).toBe(reviewDay(at('2027-06-01T04:00')));
  expect(reviewDay(at('2027-06-02T04:01'))).toBe(reviewDay(at('2027-06-02T03:59')) + 1);
  expect(dayStart(at('2027-06-02T03:59'))).toBe(at('2027-06-01T04:00'));
  const base = [review('a', '2027-06-01T20:00'), review('b', '2027-06-01T20:12')];
  const early = replay([...base, review('c', '2027-06-05T03:59')]);
  const late = replay([...base, review('c', '2027-06-05T04:01')]);
  expect(late.stability).toBeGreaterThan(early.stability);
});

it('an undo of a review in the middle is as if it had never been', () => {
  const undo = review('u', '2027-06-09T08:00', 1, 'c');
  expect(replay([...history, undo])).toEqual(replay(history.filter(({ id }) => id !== 'c')));
});

it('the same rating again within a minute is kept and not applied', () => {
  const once = [review('a', '2027-06-01T20:00', 1)];
  expect(replay([...once, review('b', '2027-06-01T20:00:59', 1)])).toEqual(replay(once));
  expect(replay([...once, review('b', '2027-06-01T20:00:59', 3)]).reps).toBe(2);
});

describe('the day’s cards', () => {
  const now = at('2027-06-10T09:00');
  const card = (id: string, reviews: Review[], created = 0) => ({ id, state: replay(reviews), created });

  it('are due until 04:00 of the next day, a learning step at its minute', () => {
    expect(isDue(replay([]), now)).toBe(true);
    const learning = replay([review('a', '2027-06-10T08:55', 1)]);
    expect([isDue(learning, now), isDue(learning, now + 10 * 60_000)]).toEqual([false, true]);
  });

  it('begin with what is known worst; new ones come behind, no more than the cap', () => {
    const known = card('k', [review('a', '2027-06-01T20:00', 4), review('b', '2027-06-01T20:12', 4)]);
    const worse = card('w', [review('c', '2027-06-01T20:00', 1), review('d', '2027-06-01T20:20', 1)]);
    const cards = [card('n1', [], 2), card('n2', [], 1), known, worse];
    const due = [known, worse].filter(({ state }) => isDue(state, now));
    const byKnowledge = [...due].sort((x, y) => retrievability(x.state, now) - retrievability(y.state, now));
    const cap = { all: 60, fresh: 1 };
    expect(pickToday(cards, now, { done: { all: 0, fresh: 0 }, cap }).map(({ id }) => id)).toEqual([
      ...byKnowledge.map(({ id }) => id),
      'n2',
    ]);
    expect(pickToday(cards, now, { done: { all: 60, fresh: 0 }, cap })).toEqual([]);
  });

  it('are told for seven days', () => {
    expect(forecast([replay([]), replay([review('a', '2027-06-10T08:55', 1)])], now)[0]).toBe(2);
    expect(forecast([replay(history)], at('2027-06-08T22:30'))).toHaveLength(7);
  });
});
