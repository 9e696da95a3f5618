import { describe, expect, it } from 'vitest';
import {
  isSameWatch,
  mergeWatch,
  type Range,
  unionRanges,
  type WatchReport,
  type WatchState,
} from './watchRule.ts';

const noon = Date.parse('2026-11-20T12:00:00+09:00');
const minute = 60_000;
const lesson = { duration: 600, now: noon };

const report = (over: Partial<WatchReport>): WatchReport => ({
  position: 0,
  ranges: [],
  rate: 1,
  clientAt: noon,
  restart: false,
  deviceId: 'device-a',
  ...over,
});

const arrive = (...reports: WatchReport[]): WatchState =>
  reports.reduce<WatchState | null>((state, next) => mergeWatch(state, next, lesson), null) as WatchState;

function orders<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

describe('unionRanges', () => {
  it.each<[string, Range[], Range[]]>([
    [
      'overlapping parts join',
      [
        [0, 10],
        [5, 20],
      ],
      [[0, 20]],
    ],
    [
      'touching parts join',
      [
        [10, 20],
        [0, 10],
      ],
      [[0, 20]],
    ],
    [
      'a part inside another disappears',
      [
        [0, 100],
        [20, 30],
      ],
      [[0, 100]],
    ],
    [
      'parts apart stay apart',
      [
        [30, 40],
        [0, 10],
      ],
      [
        [0, 10],
        [30, 40],
      ],
    ],
    [
      'a gap below half a second closes',
      [
        [0, 10],
        [10.4, 20],
      ],
      [[0, 20]],
    ],
    [
      'reversed and empty parts are left out',
      [
        [20, 10],
        [5, 5],
      ],
      [],
    ],
    ['a part beyond the end is cut', [[590, 700]], [[590, 600]]],
  ])('%s', (_name, input, output) => {
    expect(unionRanges(input, 600)).toEqual(output);
  });
});

describe('mergeWatch', () => {
  it('takes the position with the newest time, in both orders', () => {
    const phone = report({ position: 300, clientAt: noon - 10 * minute });
    const tablet = report({ position: 120, clientAt: noon - 5 * minute, deviceId: 'device-b' });
    for (const order of orders([phone, tablet])) expect(arrive(...order).position).toBe(120);
  });

  it('is not moved by a third device that was off for days, whatever the order', () => {
    const phone = report({ position: 300, ranges: [[0, 300]], clientAt: noon - 10 * minute });
    const tablet = report({ position: 120, ranges: [[100, 120]], clientAt: noon - minute });
    const stale = report({ position: 500, ranges: [[450, 500]], clientAt: noon - 3 * 24 * 60 * minute });
    const results = orders([phone, tablet, stale]).map((order) => arrive(...order));
    for (const result of results) expect(result).toEqual(results[0]);
    expect(results[0]).toMatchObject({
      position: 120,
      ranges: [
        [0, 300],
        [450, 500],
      ],
    });
  });

  it('never lets a 0:00 of a player that has just opened replace a real position, in both orders', () => {
    const watched = report({ position: 300, clientAt: noon - 10 * minute });
    const opened = report({ position: 0, clientAt: noon });
    for (const order of orders([watched, opened])) expect(arrive(...order).position).toBe(300);
  });

  it('keeps the same state in every order when a 0:00 lies between two real positions', () => {
    const reports = [
      report({ position: 300, clientAt: noon - 10 * minute }),
      report({ position: 2, clientAt: noon - 5 * minute }),
      report({ position: 100, clientAt: noon - 7 * minute }),
      report({ position: 0, clientAt: noon - 6 * minute, restart: true }),
    ];
    const results = orders(reports).map((order) => arrive(...order));
    for (const result of results) expect(result).toEqual(results[0]);
    expect(results[0]?.position).toBe(0);
  });

  it('lets the learner start again on purpose', () => {
    const watched = report({ position: 300, clientAt: noon - 10 * minute });
    const again = report({ position: 0, clientAt: noon, restart: true });
    for (const order of orders([watched, again])) expect(arrive(...order).position).toBe(0);
  });

  it('sets a clock that runs ahead back to five minutes from now', () => {
    const wrong = report({ position: 50, clientAt: noon + 24 * 60 * minute });
    expect(arrive(wrong).positionAt).toBe(noon + 5 * minute);
  });

  it('completes at 90 % seen at least once, not at 90 % of the position', () => {
    expect(arrive(report({ position: 599, ranges: [[0, 530]] })).isCompleted).toBe(false);
    expect(arrive(report({ position: 10, ranges: [[0, 540]] })).isCompleted).toBe(true);
  });

  it('counts a part that was seen twice once', () => {
    const half = report({ ranges: [[0, 300]] });
    expect(arrive(half, half, half).isCompleted).toBe(false);
  });

  it('never takes completion back', () => {
    const done = arrive(report({ ranges: [[0, 600]] }));
    expect(mergeWatch(done, report({ ranges: [] }), { duration: 1200, now: noon }).isCompleted).toBe(true);
  });

  it('changes nothing when the same report comes again', () => {
    const once = report({ position: 77.7, ranges: [[0, 77.7]] });
    expect(isSameWatch(arrive(once), arrive(once, once))).toBe(true);
    expect(isSameWatch(arrive(once), arrive(once, report({ position: 80 })))).toBe(false);
  });
});
