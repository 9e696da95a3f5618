import { describe, expect, it } from 'vitest';
import type { WatchState } from '#contracts/watchRule.ts';
import { japaneseDay, lastDays, secondsStudied, streakLength } from './studyTime.ts';

const noon = Date.parse('2026-11-20T12:00:00+09:00');

const state = (over: Partial<WatchState>): WatchState => ({
  position: 0,
  positionAt: noon,
  positionRestart: false,
  ranges: [],
  rate: 1,
  deviceId: 'device-a',
  watchedAt: noon,
  isCompleted: false,
  ...over,
});

describe('japaneseDay', () => {
  it('changes at midnight in Japan, not in Greenwich', () => {
    expect(japaneseDay(Date.parse('2026-11-20T14:59:59Z'))).toBe('2026-11-20');
    expect(japaneseDay(Date.parse('2026-11-20T15:00:00Z'))).toBe('2026-11-21');
  });

  it('lists the last days, oldest first', () => {
    expect(lastDays(noon, 3)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
  });
});

describe('secondsStudied', () => {
  it('counts what was seen for the first time', () => {
    expect(secondsStudied(null, state({ ranges: [[0, 40]] }))).toBe(40);
    expect(secondsStudied(state({ ranges: [[0, 40]] }), state({ ranges: [[0, 50]] }))).toBe(10);
  });

  it('counts watching a known part again by the way the position went', () => {
    const before = state({ position: 100, ranges: [[0, 600]], positionAt: noon - 10_000 });
    expect(secondsStudied(before, state({ position: 110, ranges: [[0, 600]] }))).toBe(10);
  });

  it('does not count a jump forward as study', () => {
    const before = state({ position: 100, ranges: [[0, 600]], positionAt: noon - 10_000 });
    expect(secondsStudied(before, state({ position: 500, ranges: [[0, 600]] }))).toBe(10);
  });

  it('does not count the way between two sittings or two devices', () => {
    const before = state({ position: 100, ranges: [[0, 600]], positionAt: noon - 3_600_000 });
    expect(secondsStudied(before, state({ position: 500, ranges: [[0, 600]] }))).toBe(0);
    const other = state({
      position: 100,
      deviceId: 'device-b',
      ranges: [[0, 600]],
      positionAt: noon - 10_000,
    });
    expect(secondsStudied(other, state({ position: 110, ranges: [[0, 600]] }))).toBe(0);
  });

  it('is nothing when the same report comes again', () => {
    const same = state({ position: 40, ranges: [[0, 40]] });
    expect(secondsStudied(same, same)).toBe(0);
  });
});

describe('streakLength', () => {
  it.each([
    ['today and two days before', ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-16'], 3],
    ['today not yet, but yesterday', ['2026-11-19', '2026-11-18'], 2],
    ['not since the day before yesterday', ['2026-11-18', '2026-11-17'], 0],
    ['never', [], 0],
  ])('%s', (_name, days, length) => {
    expect(streakLength(days, noon)).toBe(length);
  });
});
