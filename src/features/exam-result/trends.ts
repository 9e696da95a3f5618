import type { ResultOverview } from '#contracts/examResult.ts';
import type { TrendPoint } from '#shared/exam/TrendChart.tsx';
import { parseTime } from '#shared/lib/text/format.ts';

type Exams = ResultOverview['exams'];

/** How one subject has moved, oldest first; at least two points. */
export type Trend = { key: string; name: string; points: TrendPoint[] };
/** Exams of one kind: a 偏差値 depends on who sat the exam, so exams of different kinds cannot be compared. */
export type TrendGroup = { kind: string; trends: Trend[] };

/**
 * 偏差値 over time by subject, for subjects with at least two values, in the order of the newest exam
 * (product.md 2.3.E).
 */
export function deviationTrends(exams: Exams): TrendGroup[] {
  const groups = new Map<string, Map<string, Trend>>();
  const newestFirst = exams
    .flatMap((exam) => {
      const at = parseTime(exam.taken_at);
      return at === null ? [] : [{ ...exam, at }];
    })
    .sort((one, other) => other.at - one.at);
  for (const { exam, name, kind, at, subjects } of newestFirst) {
    const trends = groups.get(kind) ?? new Map<string, Trend>();
    groups.set(kind, trends);
    for (const subject of subjects) {
      if (subject.deviation === null) continue;
      const trend = trends.get(subject.id) ?? {
        key: `${kind}.${subject.id}`,
        name: subject.name,
        points: [],
      };
      trends.set(subject.id, trend);
      trend.points.unshift({ key: exam, name, at, value: subject.deviation });
    }
  }
  return [...groups].flatMap(([kind, found]) => {
    const trends = [...found.values()].filter(({ points }) => points.length > 1);
    return trends.length > 0 ? [{ kind, trends }] : [];
  });
}

/** The scale that several drawings share so that their heights can be compared: whole tens around all values. */
export function scaleOf(trends: readonly Trend[]): [low: number, high: number] {
  const values = trends.flatMap(({ points }) => points.map(({ value }) => value));
  return [Math.floor((Math.min(...values) - 2) / 10) * 10, Math.ceil((Math.max(...values) + 2) / 10) * 10];
}

/** The difference between the last two values. */
export function lastChange({ points }: Trend): number {
  return (points.at(-1)?.value ?? 0) - (points.at(-2)?.value ?? 0);
}
