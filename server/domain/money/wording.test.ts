import { describe, expect, it } from 'vitest';
import { momentText, untilText } from './wording.ts';

describe('the end of something in a mail', () => {
  it.each([
    ['2026-12-03T15:00:00Z', '2026年12月3日(木) 24:00'],
    ['2026-12-03T14:59:00Z', '2026年12月3日(木) 23:59'],
  ])('at %s is %s', (end, text) => {
    expect(untilText(new Date(end))).toBe(text);
  });

  it('a beginning stays the moment that it is', () => {
    expect(momentText(new Date('2026-12-03T15:00:00Z'))).toBe('2026年12月4日(金) 00:00');
  });
});
