import { describe, expect, it } from 'vitest';
import { holdsForAll } from '../../tests/properties.ts';
import {
  cohortOf,
  convertNaishin,
  deviationOf,
  differenceOf,
  distributionOf,
  meanOf,
  nextStep,
  rankOf,
  rawDeviation,
  roundTenth,
  sdOf,
  standingOf,
  takersFor,
  topPercent,
  verdictOf,
  type WeighedSubject,
  weighedDeviation,
} from './examStatistics.ts';

const v1 = distributionOf(
  new Map(Object.entries({ 40: 20, 50: 30, 60: 30, 70: 15, 80: 5 }).map(([s, n]) => [Number(s), n])),
);
const table = (rows: typeof v1) => {
  const cohort = cohortOf(rows);
  return rows.map(({ score }) => [score, deviationOf(score, cohort), rankOf(score, rows)]);
};

describe('偏差値 and ranks', () => {
  it('case 1: of exact sums, by the spread of the population', () => {
    const cohort = cohortOf(v1);
    expect(cohort).toEqual({ n: 100, s1: 5550n, s2: 320500n });
    expect(meanOf(cohort)).toBe(55.5);
    expect(sdOf(cohort).toFixed(3)).toBe('11.169');
    expect(table(v1)).toEqual([
      [80, 71.9, 1],
      [70, 63, 6],
      [60, 54, 21],
      [50, 45.1, 51],
      [40, 36.1, 81],
    ]);
  });

  it('case 3: after a fair correction ten of the 60s have 63, and a 偏差値 may fall', () => {
    const rows = distributionOf(
      new Map([
        [40, 20],
        [50, 30],
        [60, 20],
        [63, 10],
        [70, 15],
        [80, 5],
      ]),
    );
    const cohort = cohortOf(rows);
    expect(meanOf(cohort)).toBe(55.8);
    expect(sdOf(cohort).toFixed(3)).toBe('11.325');
    expect(table(rows)).toEqual([
      [80, 71.4, 1],
      [70, 62.5, 6],
      [63, 56.4, 21],
      [60, 53.7, 31],
      [50, 44.9, 51],
      [40, 36, 81],
    ]);
  });

  it('case 4: 99 takers are a reference, 64 alike, 12, and 100 alike nothing', () => {
    const spread = (n: number) =>
      cohortOf(
        distributionOf(
          new Map([
            [10, 1],
            [20, n - 1],
          ]),
        ),
      );
    const alike = (n: number) => cohortOf(distributionOf(new Map([[10, n]])));
    expect(
      [spread(99), alike(64), spread(12), alike(100), spread(100), spread(30), spread(29)].map(standingOf),
    ).toEqual(['reference', 'none', 'none', 'none', 'shown', 'reference', 'none']);
    expect(deviationOf(10, alike(100))).toBeNull();
  });

  it('case 6: ties share the lower number', () => {
    const rows = distributionOf(
      new Map([
        [90, 2],
        [80, 1],
      ]),
    );
    expect([90, 80].map((score) => rankOf(score, rows))).toEqual([1, 3]);
    expect(rankOf(10, rows)).toBe(4);
    expect([topPercent(1, 3), topPercent(3, 3), topPercent(4, 3)]).toEqual([34, 100, 100]);
    expect([takersFor(3, 3), takersFor(4, 3), takersFor(null, 3)]).toEqual([3, 4, 3]);
  });

  it('agree with a plain computation for cohorts of every size', () => {
    holdsForAll((random) => {
      const scores = Array.from({ length: 1 + Math.floor(random() * 500) }, () => Math.floor(random() * 201));
      const counts = new Map<number, number>();
      for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
      const rows = distributionOf(counts);
      const cohort = cohortOf(rows);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const sd = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
      expect(meanOf(cohort)).toBeCloseTo(mean, 9);
      expect(sdOf(cohort)).toBeCloseTo(sd, 6);
      const score = scores[0] ?? 0;
      expect(rankOf(score, rows)).toBe(1 + scores.filter((other) => other > score).length);
      const raw = rawDeviation(score, cohort);
      if (raw !== null) expect(raw).toBeCloseTo(50 + (10 * (score - mean)) / sd, 6);
    });
  });

  it('are exact where the sums are beyond 2⁵³', () => {
    const rows = distributionOf(
      new Map([
        [1000, 50_000],
        [999, 50_000],
      ]),
    );
    expect(deviationOf(1000, cohortOf(rows))).toBe(60);
    expect(deviationOf(999, cohortOf(rows))).toBe(40);
  });

  it('round half up, below zero too', () => {
    expect([54.95, 45.05, -0.05, -0.15, 53.0556].map(roundTenth)).toEqual([55, 45.1, 0, -0.1, 53.1]);
  });
});

const v2 = (fields: { japanese?: number; english?: number } = {}): WeighedSubject[] => [
  {
    id: 'japanese',
    name: '国語',
    score: 120 + (fields.japanese ?? 0),
    full: 200,
    mean: 110,
    sd: 30,
    weight: 200,
  },
  {
    id: 'english-r',
    name: '英語R',
    score: 60 + (fields.english ?? 0),
    full: 100,
    mean: 55,
    sd: 20,
    weight: 100,
  },
];
const mine = (fields?: Parameters<typeof v2>[0]) => roundTenth(weighedDeviation(v2(fields)));

describe('判定', () => {
  it('case 2: weighted 53.1 against a border of 55.0 is D', () => {
    expect(weighedDeviation(v2()).toFixed(2)).toBe('53.06');
    expect(mine()).toBe(53.1);
    expect(differenceOf(53.1, 55)).toBe(-1.9);
    expect(verdictOf(-1.9)).toBe('D');
  });

  it('case 2: next is C with nine points more in 国語, or twelve in 英語R', () => {
    expect([mine({ japanese: 8 }), mine({ japanese: 9 })]).toEqual([54.8, 55.1]);
    expect([mine({ english: 11 }), mine({ english: 12 })]).toEqual([54.9, 55.1]);
    expect(nextStep(v2(), 55, 'D')).toEqual({
      to: 'C',
      gains: [{ id: 'japanese', points: 9 }],
      alone: [
        { id: 'japanese', points: 9 },
        { id: 'english-r', points: 12 },
      ],
    });
  });

  it('case 2: B takes twenty points of 国語', () => {
    expect([mine({ japanese: 19 }), mine({ japanese: 20 })]).toEqual([57.3, 57.5]);
    expect(nextStep(v2(), 55, 'C')?.gains).toEqual([{ id: 'japanese', points: 20 }]);
  });

  it('a full subject goes over to the next one', () => {
    const [japanese, english] = v2();
    const full = { ...(japanese as WeighedSubject), score: 198 };
    const step = nextStep([full, english as WeighedSubject], 75, 'D');
    expect(step?.gains?.[0]).toEqual({ id: 'japanese', points: 2 });
    expect(step?.gains?.[1]?.points).toBeGreaterThan(0);
    expect(step?.alone[0]).toEqual({ id: 'japanese', points: null });
  });

  it('what cannot be reached is said, and above A is nothing', () => {
    expect(nextStep(v2(), 95, 'E')?.gains).toBeNull();
    expect(nextStep(v2(), 20, 'A')).toBeNull();
  });

  it('has its steps at +5, +2.5, 0 and −2.5', () => {
    expect([5, 4.9, 2.5, 2.4, 0, -0.1, -2.5, -2.6].map(verdictOf)).toEqual([
      'A',
      'B',
      'B',
      'C',
      'C',
      'D',
      'D',
      'E',
    ]);
  });
});

it('case 5: 換算内申 is the floor of 50 of 65 by 300', () => {
  const main = { japanese: 1, social: 1, math: 1, science: 1, english: 1 };
  const table5 = { weights: { ...main, music: 2, art: 2, pe: 2, technology: 2 }, full: 65, to: 300 };
  const marks = {
    japanese: 4,
    social: 4,
    math: 4,
    science: 4,
    english: 4,
    music: 4,
    art: 4,
    pe: 4,
    technology: 3,
  };
  expect(convertNaishin(table5, marks)).toBe(230);
});
