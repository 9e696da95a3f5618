import { describe, expect, it } from 'vitest';
import { type Cut, type CutEvent, isWhole, nextCut, noCut } from './cut.ts';

const seen = (isReachable: boolean, answers: number, isNewPage = false): CutEvent => ({
  kind: 'seen',
  isReachable,
  answers,
  isNewPage,
});

function result(...events: CutEvent[]): Cut {
  return events.reduce(nextCut, noCut);
}

describe('cutting the network on purpose', () => {
  it('waits until the server is gone, and until it is back', () => {
    expect(result(seen(false, 2))).toEqual(noCut);
    expect(result({ kind: 'start' }, seen(true, 2)).phase).toBe('waiting');
    const off = result({ kind: 'start' }, seen(true, 2), seen(false, 2));
    expect(off).toMatchObject({ phase: 'off', before: 2 });
    expect(nextCut(off, seen(false, 2))).toBe(off);
    const back = nextCut(off, seen(true, 2));
    expect(back).toMatchObject({ phase: 'back', after: 2, hasChanged: false, hasReloaded: false });
    expect(isWhole(back)).toBe(true);
    expect(nextCut(back, seen(false, 0))).toBe(back);
  });

  it('says when answers are gone, not when the learner took one away', () => {
    const off = result({ kind: 'start' }, seen(false, 3));
    expect(isWhole(nextCut(off, seen(true, 2)))).toBe(false);
    const changed = nextCut(off, { kind: 'changed', answers: 2 });
    expect(isWhole(nextCut(changed, seen(true, 2)))).toBe(true);
    expect(changed.hasChanged).toBe(true);
  });

  it('counts a reload only when the network was still off', () => {
    const off = result({ kind: 'start' }, seen(false, 3));
    expect(nextCut(off, seen(true, 3, true)).hasReloaded).toBe(false);
    expect(nextCut(off, seen(false, 3, true)).hasReloaded).toBe(true);
  });

  it('can be given up, and begun again', () => {
    const off = result({ kind: 'start' }, seen(false, 3));
    expect(nextCut(off, { kind: 'stop' })).toEqual(noCut);
    expect(nextCut(nextCut(off, seen(true, 3)), { kind: 'start' })).toEqual({ ...noCut, phase: 'waiting' });
  });
});
