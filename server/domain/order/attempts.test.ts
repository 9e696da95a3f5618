import { describe, expect, it } from 'vitest';
import type { AttemptState } from '../../db/schema/order.ts';
import { mayMove } from './attempts.ts';

const states: AttemptState[] = [
  'ready',
  'entered',
  'challenged',
  'slip',
  'captured',
  'refused',
  'expired',
  'cancelled',
  'extra',
];

describe('states of an attempt', () => {
  it('has a way for exactly these pairs', () => {
    const ways = states.map((from) => `${from}: ${states.filter((to) => mayMove(from, to)).join(' ')}`);
    expect(ways).toEqual([
      'ready: entered refused cancelled',
      'entered: challenged slip captured refused expired cancelled extra',
      'challenged: captured refused cancelled extra',
      'slip: captured refused expired cancelled extra',
      'captured: ',
      'refused: extra',
      'expired: extra',
      'cancelled: extra',
      'extra: ',
    ]);
  });
});
