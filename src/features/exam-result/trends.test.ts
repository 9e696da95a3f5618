import { describe, expect, it } from 'vitest';
import type { ResultOverview } from '#contracts/examResult.ts';
import { deviationTrends, lastChange, scaleOf } from './trends.ts';

type Exam = ResultOverview['exams'][number];

const exam = (
  id: string,
  taken_at: string | null,
  marks: Record<string, number | null>,
  kind = 'university',
) =>
  ({
    exam: id,
    name: `第${id}回`,
    kind,
    taken_at,
    subjects: Object.entries(marks).map(([name, deviation]) => ({
      ...{ id: name, name, deviation },
      ...{ score: 50, full: 100 },
    })),
  }) satisfies Exam;

const shapeOf = (exams: Exam[]) =>
  deviationTrends(exams).map(({ kind, trends }) => [
    kind,
    trends.map(({ name, points }) => [name, points.map(({ value }) => value)]),
  ]);

describe('偏差値 over time', () => {
  it('is drawn of what was taken twice, oldest first, whatever the order of the answer', () => {
    const exams = [
      exam('2', '2026-09-01T00:00:00Z', { 国語: 55, 数学: 48, 英語: 60 }),
      exam('3', '2026-11-01T00:00:00Z', { 数学: 50, 国語: 53.5 }),
      exam('1', '2026-06-01T00:00:00Z', { 国語: 51, 数学: null }),
    ];
    expect(shapeOf(exams)).toEqual([
      [
        'university',
        [
          ['数学', [48, 50]],
          ['国語', [51, 55, 53.5]],
        ],
      ],
    ]);
  });

  it('is not drawn of one result, nor of what was never counted', () => {
    expect(shapeOf([])).toEqual([]);
    expect(shapeOf([exam('1', '2026-06-01T00:00:00Z', { 国語: 51 })])).toEqual([]);
    const uncounted = ['1', '2'].map((id) => exam(id, `2026-0${id}-01T00:00:00Z`, { 国語: null }));
    expect(shapeOf(uncounted)).toEqual([]);
    expect(shapeOf([exam('1', '2026-06-01T00:00:00Z', { 国語: 51 }), exam('2', null, { 国語: 60 })])).toEqual(
      [],
    );
  });

  it('does not join exams of different kinds', () => {
    const exams = [
      exam('1', '2026-06-01T00:00:00Z', { 国語: 51 }),
      exam('2', '2026-07-01T00:00:00Z', { 国語: 60 }, 'highschool'),
    ];
    expect(shapeOf(exams)).toEqual([]);
  });

  it('has one scale in whole tens, and tells the last step', () => {
    const [group] = deviationTrends([
      exam('1', '2026-06-01T00:00:00Z', { 国語: 51, 数学: 39 }),
      exam('2', '2026-07-01T00:00:00Z', { 国語: 59.1, 数学: 42 }),
    ]);
    expect(scaleOf(group?.trends ?? [])).toEqual([30, 70]);
    expect(group?.trends.map((trend) => lastChange(trend).toFixed(1))).toEqual(['8.1', '3.0']);
  });
});
