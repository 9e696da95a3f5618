import { describe, expect, it } from 'vitest';
import { type ReviewCard, type ReviewLog, reviewCardSchema, undoDepth } from '#contracts/review.ts';
import { attemptSession, examSession, readSession, unitSession } from '#shared/lib/review/sessionId.ts';
import {
  cardAnswer,
  cardKey,
  keepOrder,
  lastToUndo,
  nameOf,
  sessionOf,
  studiedOf,
  todayOf,
} from './model.ts';

const day = 86_400_000;
const now = Date.parse('2026-04-10T12:00:00+09:00');

function cardOf(id: string, fields: Partial<ReviewCard> & { unit_id?: string } = {}): ReviewCard {
  const { unit_id = 'basic', ...rest } = fields;
  const read = reviewCardSchema.parse({
    id,
    exam: '第1回 模試',
    subject: '数学',
    unit: '基礎',
    exam_id: '7',
    subject_id: 'math',
    attempts: ['a1'],
    question: { id: `q${id}`, unit: unit_id, slots: [], groups: [] },
    created: new Date(now - 10 * day).toISOString(),
    ...rest,
  });
  return read;
}

let logs = 0;
function logOf(card: string, at: number, fields: Partial<ReviewLog> = {}): ReviewLog {
  logs += 1;
  const id = `${logs}`.padStart(4, '0');
  const reviewed_at = new Date(at).toISOString();
  return { id, card, rating: 3, reviewed_at, device: 'd', params: '', undoes: null, ...fields };
}

const idsOf = (cards: readonly { id: string }[]) => cards.map(({ id }) => id);

describe('a session by source', () => {
  const cards = [
    cardOf('1'),
    cardOf('2', { attempts: ['a1', 'a2'], unit_id: 'quadratic', unit: '二次関数' }),
    cardOf('3', { attempts: ['a2'], subject_id: 'english', subject: '英語' }),
    cardOf('4', { exam_id: '8', attempts: ['b1'] }),
    cardOf('5', { is_suspended: true }),
  ];
  const studied = studiedOf(cards, []);

  it.each([
    [attemptSession('a1'), ['1', '2'], '第1回 模試 数学'],
    [attemptSession('a2'), ['2', '3'], '第1回 模試 数学'],
    [examSession('7'), ['1', '2', '3'], '第1回 模試'],
    [unitSession('math', 'quadratic'), ['2'], '数学 二次関数'],
    [unitSession('english', 'basic'), ['3'], '英語 基礎'],
    [attemptSession('none'), [], ''],
  ])('%s has its own cards and their name', (id, expected, name) => {
    expect(idsOf(sessionOf(studied, id, now)).sort()).toEqual(expected);
    expect(nameOf(readSession(id), studied)).toBe(name);
  });

  it('has cards that are not due, too: due first, then the next one, and last what was reviewed today', () => {
    const own = ['1', '2', '3', '4'].map((id) => cardOf(id));
    const reviewed = [
      logOf('1', now - 3_600_000, { rating: 4 }),
      logOf('2', now - day, { rating: 4 }),
      logOf('3', now - 30 * day),
    ];
    const four = studiedOf(own, reviewed);
    expect(idsOf(sessionOf(four, attemptSession('a1'), now))).toEqual(['3', '4', '2', '1']);
    expect(idsOf(sessionOf(four, 'today', now))).toEqual(['3', '4']);
  });

  it('is not cut by the cap of the day, and its reviews count as done today', () => {
    const many = Array.from({ length: 90 }, (_, at) => cardOf(String(at + 1)));
    const fresh = studiedOf(many, []);
    expect(sessionOf(fresh, 'today', now)).toHaveLength(20);
    expect(sessionOf(fresh, attemptSession('a1'), now)).toHaveLength(90);
    const after = studiedOf(many, [logOf('1', now, { rating: 4 }), logOf('2', now, { rating: 4 })]);
    expect(todayOf(after, now)).toMatchObject({ done: 2 });
    expect(todayOf(after, now).queue).toHaveLength(18);
  });

  it.each(['today', 'anything', 'attempt~', 'unit~math', 'exam'])('%s is today', (id) => {
    expect(readSession(id)).toEqual({ of: 'today' });
  });
});

describe('what is undone next', () => {
  it('is the latest review that still counts, from the logs alone and in any order', () => {
    const [one, two] = [logOf('1', now - 2000), logOf('2', now - 1000)];
    const undoing = logOf('2', now, { undoes: two.id });
    expect(lastToUndo([two, one])?.id).toBe(two.id);
    expect(lastToUndo([undoing, two, one])?.id).toBe(one.id);
    expect(lastToUndo([undoing, two, logOf('1', now, { undoes: one.id }), one])).toBeNull();
    expect(lastToUndo([])).toBeNull();
  });

  it('is one of the last twenty', () => {
    const all = Array.from({ length: undoDepth + 5 }, (_, at) => logOf('1', now + at * 1000));
    const undone: ReviewLog[] = [];
    for (let next = lastToUndo(all); next; next = lastToUndo([...all, ...undone]))
      undone.push(logOf('1', now + day, { undoes: next.id }));
    expect(undone.map(({ undoes }) => undoes)).toEqual(
      all
        .slice(-undoDepth)
        .map(({ id }) => id)
        .reverse(),
    );
  });
});

it('the key of a card says that its order is free, and what counts as a whole', () => {
  const slots = ['a', 'b'];
  const cardBy = (rule: string) =>
    cardOf('1', {
      question: { id: 'q', slots: [], groups: [{ id: 'g', slots, points: 3, rule }] } as never,
      keys: { a: '1', b: '3', c: '4' },
    });
  expect(cardKey(cardBy('set'), 'a')).toEqual({ key: '1・3', notes: ['any_order'] });
  expect(cardKey(cardBy('all'), 'a')).toEqual({ key: '1', notes: ['whole'] });
  expect(cardKey(cardBy('all'), 'c')).toEqual({ key: '4', notes: [] });
});

it('an answer to a card is shown as it is printed, and what was typed as it was typed', () => {
  const slots = [
    { id: 'a', kind: 'choice' },
    { id: 'b', kind: 'text' },
  ];
  const card = cardOf('1', { question: { id: 'q', slots, groups: [] } as never });
  const values = { a: '1,3', b: '1,3' };
  expect(['a', 'b', 'c'].map((slot) => cardAnswer(card, slot, values))).toEqual(['1、3', '1,3', '']);
});

it('files are kept of every card: today’s first, then by when they are due, last what was set aside', () => {
  const own = ['1', '2', '3'].map((id) => cardOf(id));
  const studied = studiedOf(own, [
    logOf('1', now - day, { rating: 4 }),
    logOf('2', now - day, { rating: 3 }),
    logOf('2', now - day + 3_600_000, { rating: 3 }),
  ]);
  const order = keepOrder({ studied, aside: [cardOf('9', { is_suspended: true })] }, now);
  expect(order[0]?.id).toBe('3');
  expect(order.at(-1)?.id).toBe('9');
  const dues = order.slice(1, -1).map(({ id }) => studied.find((one) => one.id === id)?.state.due ?? 0);
  expect(dues).toEqual([...dues].sort((a, b) => a - b));
  expect(order).toHaveLength(4);
});
