import { describe, expect, it } from 'vitest';
import { unscoredOf } from './unscored.ts';

const late = { slot: '1', v: '3', reason: 'late' };

describe('answers that did not count', () => {
  it('are told by their reason, each slot once', () => {
    const dropped = [
      late,
      { ...late, v: '4' },
      { ...late, slot: '2' },
      { ...late, slot: '3', reason: 'epoch' },
    ];
    expect(unscoredOf({ dropped })).toEqual([
      { why: 'late', count: 2 },
      { why: 'epoch', count: 1 },
    ]);
  });

  it('row 30: also those that came when another device had handed in', () => {
    expect(unscoredOf({ dropped: [], unscored: { count: 10, endedBy: 'user' } })).toEqual([
      { why: 'user', count: 10 },
    ]);
    expect(unscoredOf({ dropped: [late], unscored: { count: 2, endedBy: 'late' } })).toEqual([
      { why: 'late', count: 3 },
    ]);
  });

  it('are none most of the time', () => {
    expect(unscoredOf({ dropped: [] })).toEqual([]);
  });
});
