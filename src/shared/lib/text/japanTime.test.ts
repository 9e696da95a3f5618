import { describe, expect, it } from 'vitest';
import { dayInJapan, endInJapan, momentInJapan } from './japanTime.ts';

const at = (text: string) => Date.parse(text);

describe('times about money', () => {
  it('are Japan’s', () => {
    expect(dayInJapan(at('2026-12-03T15:00:00Z'))).toBe('2026年12月4日(金)');
    expect(momentInJapan(at('2026-12-03T14:59:00Z'))).toBe('2026年12月3日(木) 23:59');
  });

  it.each([
    ['2026-12-03T15:00:00Z', '2026年12月3日(木) 24:00'],
    ['2026-12-31T15:00:00Z', '2026年12月31日(木) 24:00'],
    ['2026-12-03T14:59:00Z', '2026年12月3日(木) 23:59'],
    ['2026-12-03T15:01:00Z', '2026年12月4日(金) 00:01'],
  ])('an end at %s is %s', (end, text) => {
    expect(endInJapan(at(end))).toBe(text);
  });
});
