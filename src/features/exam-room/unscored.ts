import type { LocalCells } from '#shared/lib/exam/cells.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { isPick } from './model.ts';

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

/**
 * How many answers the server has confirmed, and how many only this device has so far. Choices of sections are no
 * answers; an answer that was erased and not sent is one that waits.
 */
export function whereAnswersAre(cells: LocalCells): { there: number; here: number } {
  const answers = Object.entries(cells).filter(([slot]) => !isPick(slot));
  const here = answers.filter(([, { isDirty }]) => isDirty).length;
  const there = answers.filter(([, { isDirty, v }]) => !isDirty && v.trim() !== '').length;
  return { there, here };
}
