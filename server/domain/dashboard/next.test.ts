import { describe, expect, it } from 'vitest';
import { nextStep, type Step } from './next.ts';

const step = (id: number, isCompleted = false, watchedAt: number | null = null): Step => ({
  id,
  isCompleted,
  watchedAt,
});

describe('nextStep', () => {
  it.each<[string, Step[], number | undefined]>([
    ['the first one when nothing was watched', [step(1), step(2)], 1],
    ['the one in the middle of which the learner is', [step(1), step(2, false, 5), step(3)], 2],
    ['the one after the last finished one', [step(1), step(2, true, 5), step(3)], 3],
    ['the first gap when everything after is finished', [step(1), step(2, true, 4), step(3, true, 5)], 1],
    ['nothing when all are finished', [step(1, true, 1), step(2, true, 2)], undefined],
    ['nothing in a course without lessons', [], undefined],
  ])('%s', (_name, steps, id) => {
    expect(nextStep(steps)?.id).toBe(id);
  });
});
