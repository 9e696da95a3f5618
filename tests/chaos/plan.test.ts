import { describe, expect, it } from 'vitest';
import { makePlan } from './plan.ts';
import { describeStep, holding } from './steps.ts';

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    const lines = (seed: number) => makePlan(seed, 50).map(describeStep);
    expect(lines(7)).toEqual(lines(7));
    expect(lines(7)).not.toEqual(lines(8));
  });

  it('of few operations is the beginning of one of many', () => {
    const few = makePlan(7, 20);
    expect(makePlan(7, 60).slice(0, few.length)).toEqual(few);
  });

  it('has as many operations as asked for', () => {
    expect(makePlan(3, 200).filter(({ kind }) => kind === 'act')).toHaveLength(200);
  });

  it('lets nothing fail where nothing gets through, and lets go what it holds', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const links = ['up', 'up'];
      for (const step of makePlan(seed, 200)) {
        if (!('device' in step)) continue;
        if (step.kind === 'act' && step.fault) {
          expect(links[step.device]).toBe('up');
          if (holding.has(step.fault.kind)) links[step.device] = 'holding';
        }
        if (step.kind === 'release' || step.kind === 'online') links[step.device] = 'up';
        if (step.kind === 'offline') links[step.device] = 'down';
      }
    }
  });

  it('has every kind of trouble in fifty seeds', () => {
    const all = Array.from({ length: 50 }, (_, seed) => makePlan(seed + 1, 200)).flat();
    const faults = new Set(all.flatMap((step) => ('fault' in step && step.fault ? step.fault.kind : [])));
    expect(new Set(all.map(({ kind }) => kind)).size).toBe(13);
    expect(faults.size).toBe(13);
  });
});
