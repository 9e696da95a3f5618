import { describe, expect, it } from 'vitest';
import { reviewCardSchema } from '#contracts/review.ts';
import { standOf } from './add.ts';
import { studiedOf } from './model.ts';

const cardOf = (id: string, slots: string[], fields: object = {}) =>
  reviewCardSchema.parse({
    id,
    exam_id: '7',
    subject_id: 'math',
    question: { id: 'q1', slots: [], groups: [] },
    slots,
    ...fields,
  });
const slotsOf = (...ids: string[]) =>
  ids.map((id) => ({ id, label: '', value: '', key: null, notes: [], state: 'right' }));
const asked = { exam: '7', subject: 'math', id: 'q1', slots: slotsOf('a', 'b') };
const both = [cardOf('1', ['a']), cardOf('2', ['b'])];
const shelfOf = (cards: typeof both, aside: typeof both = []) => ({ studied: studiedOf(cards, []), aside });

describe('whether a question of a result is in the review', () => {
  it('needs a card of each of its groups', () => {
    expect(standOf(shelfOf([]), asked)).toBe('out');
    expect(standOf(shelfOf(both.slice(1)), asked)).toBe('out');
    expect(standOf(shelfOf(both), asked)).toBe('in');
  });

  it('is told of this exam, subject and question alone', () => {
    for (const other of [{ exam: '8' }, { subject: 'english' }, { id: 'q2' }])
      expect(standOf(shelfOf(both), { ...asked, ...other })).toBe('out');
  });

  it('knows what the learner has set aside', () => {
    const aside = both.map((card) => ({ ...card, is_suspended: true }));
    expect(standOf(shelfOf([], aside), asked)).toBe('aside');
    expect(standOf(shelfOf(both.slice(0, 1), aside.slice(1)), asked)).toBe('in');
  });
});
