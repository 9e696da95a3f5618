import { describe, expect, it } from 'vitest';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import {
  answeredCount,
  beginAttempt,
  handIn,
  lastsMs,
  rightCount,
  secondsLeft,
  withAnswer,
  withCurrent,
  withFlag,
} from './attempt.ts';
import { questions } from './questions.ts';

const start = Date.UTC(2026, 10, 21, 9);

describe('the time of the practice', () => {
  it('runs from the begin to the end, whatever is opened meanwhile', () => {
    const attempt = withCurrent(beginAttempt(start), 3);
    expect(secondsLeft(attempt, start)).toBe(600);
    expect(secondsLeft(attempt, start + 1)).toBe(600);
    expect(secondsLeft(attempt, start + 90_500)).toBe(510);
    expect(secondsLeft(attempt, start + lastsMs)).toBe(0);
    expect(secondsLeft(attempt, start + 2 * lastsMs)).toBe(0);
    // Setting the clock back gains no time.
    expect(secondsLeft(attempt, start - 3_600_000)).toBe(600);
  });

  it('ends with the first handing in; nothing changes any more', () => {
    const given = handIn(withAnswer(beginAttempt(start), 'math', '2'), start + 1000);
    expect(handIn(given, start + 2000, true)).toBe(given);
    expect(withAnswer(given, 'math', '3')).toBe(given);
  });
});

describe('answers', () => {
  it('are counted, changed and taken away', () => {
    let attempt = withAnswer(withAnswer(beginAttempt(start), 'math', '1'), 'english', '1');
    expect(answeredCount(attempt)).toBe(2);
    attempt = withAnswer(withAnswer(attempt, 'math', '2'), 'english', '');
    expect(attempt.answers).toEqual({ math: '2' });
    expect(rightCount(attempt)).toBe(1);
    expect(withFlag(withFlag(attempt, 'math'), 'math').flags).toEqual([]);
  });

  it.each([
    ['２', '2'],
    [' 2 ', '2'],
    ['−12', '-12'],
    ['ー３', '-3'],
    ['', ''],
    ['2こ', null],
    ['2.5', null],
  ])('%s is read as the number %s', (text, number) => {
    expect(readWholeNumber(text)).toBe(number);
  });

  it('have exactly one right one to each question, among its options', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(5);
    for (const { answer, options, why } of questions) {
      expect(why.length).toBeGreaterThan(0);
      if (!options) expect(readWholeNumber(answer)).toBe(answer);
      else {
        expect(Number(answer)).toBeGreaterThanOrEqual(1);
        expect(Number(answer)).toBeLessThanOrEqual(options.length);
        expect(new Set(options).size).toBe(options.length);
      }
    }
  });
});
