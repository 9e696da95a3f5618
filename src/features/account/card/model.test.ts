import { describe, expect, it } from 'vitest';
import { cardListSchema } from '#contracts/shopCard.ts';
import { addStand, canBeDefault, pendingCards } from './model.ts';

const list = (fields: object, cards: object[] = []) =>
  cardListSchema.parse({
    limit: 5,
    is_open: true,
    cards: cards.map((card, at) => ({ id: at + 1, last4: '1111', state: 'active', ...card })),
    ...fields,
  });
const frame = '/pay-frame/';

describe('another card', () => {
  it('can be added while there is room, and the fields of a card are there', () => {
    expect(addStand(list({}), frame)).toBe('open');
    expect(addStand(list({ limit: 1 }, [{}]), frame)).toBe('full');
    expect(addStand(list({ is_open: false }), frame)).toBe('closed');
    expect(addStand(list({}), null)).toBe('closed');
  });

  it('that could not be kept takes no room', () => {
    expect(addStand(list({ limit: 1 }, [{ state: 'failed' }]), frame)).toBe('open');
    expect(addStand(list({ limit: 1 }, [{ state: 'pending' }]), frame)).toBe('full');
  });
});

it('only what is kept and holds can be offered first', () => {
  const { cards } = list({}, [
    {},
    { is_default: true },
    { state: 'pending' },
    { is_expired: true },
    { state: 'failed' },
  ]);
  expect(cards.map(canBeDefault)).toEqual([true, false, false, false, false]);
  expect(pendingCards(cards).map(({ id }) => id)).toEqual(['3']);
});
