import { afterEach, describe, expect, it } from 'vitest';
import { setClock } from '../time/clock.ts';
import { giveAnswers, givenKey, isJustGiven } from './givenAnswers.ts';

const question = { key: ['course', '1'], load: async () => ({}) };
const made = Date.now();
let putBack = () => {};
afterEach(() => putBack());

/** A page with the answer, viewed this many ms after it was made. */
function lookAfter(ms: number): void {
  const stop = giveAnswers(new Map([[givenKey(question.key), {}]]), () => undefined);
  const at = stop();
  expect(at).toBeGreaterThanOrEqual(made);
  putBack = setClock(() => at + ms);
}

describe('an answer that came with the page', () => {
  it('is as new as the server’s when the page was made a moment ago', () => {
    lookAfter(90_000);
    expect(isJustGiven(question)).toBe(true);
    expect(isJustGiven({ ...question, key: ['course', '2'] })).toBe(false);
  });

  it('is not when the page comes from a cache, or the device’s clock says something else', () => {
    lookAfter(150_000);
    expect(isJustGiven(question)).toBe(false);
    putBack();
    lookAfter(-150_000);
    expect(isJustGiven(question)).toBe(false);
  });
});
