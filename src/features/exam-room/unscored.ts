import type { AttemptRow } from '#shared/lib/exam/rows.ts';

/** Answers of this device that do not count: how many, and the name of the reason (`resultTexts.unscoredWhy`). */
type Unscored = { count: number; why: string };

/** What the taker must be told next to the receipt: answers that did not count, by reason (exams.md 3.6). */
export function unscoredOf({ dropped, unscored }: Pick<AttemptRow, 'dropped' | 'unscored'>): Unscored[] {
  const slots = new Map<string, Set<string>>();
  for (const { slot, reason } of dropped) slots.set(reason, (slots.get(reason) ?? new Set()).add(slot));
  const counts = new Map([...slots].map(([reason, found]) => [reason, found.size]));
  if (unscored) counts.set(unscored.endedBy, (counts.get(unscored.endedBy) ?? 0) + unscored.count);
  return [...counts].map(([why, count]) => ({ count, why }));
}
