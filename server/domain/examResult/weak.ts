import { and, inArray, isNull } from 'drizzle-orm';
import type { AnswersFile } from '#contracts/examContent.ts';
import { type AnswerKey, groupFull } from '#contracts/examKey.ts';
import type { Db } from '../../db/client.ts';
import { lessons } from '../../db/schema/catalog.ts';
import type { ItemRate } from '../../db/schema/examResult.ts';
import type { ScoreRow } from './mark.ts';

/** Points lost in a unit, on questions that at least half of all takers answered right (exams.md 5 Three units). */
export type LostUnit = { unit: string; subject: string; lost: number; questions: string[] };

/** What was lost in each unit of a subject, most points first. Without a cohort every question counts. */
export function lostUnits(
  subject: string,
  key: AnswerKey,
  score: Pick<ScoreRow, 'points'>,
  items: readonly ItemRate[],
): LostUnit[] {
  const units = new Map<string, LostUnit>();
  key.groups.forEach((group, at) => {
    const points = score.points[at] ?? 0;
    const item = items.find((one) => one.group === group.id);
    const isCommon = !item || item.n === 0 || item.right * 2 >= item.n;
    const lost = groupFull(group) - Math.max(0, points);
    if (points < 0 || group.void || lost <= 0 || !isCommon) return;
    const unit = units.get(group.unit) ?? { unit: group.unit, subject, lost: 0, questions: [] };
    unit.lost += lost;
    unit.questions.push(group.question);
    units.set(group.unit, unit);
  });
  return [...units.values()].sort((one, other) => other.lost - one.lost);
}

/** Lessons that teach questions, from the links in the explanations: both lessons on sale and owned ones. */
export async function lessonsOf(
  db: Db,
  answers: AnswersFile,
  questions: readonly string[],
): Promise<{ id: number; name: string; course: number }[]> {
  const keys = answers.questions
    .filter(({ id }) => questions.includes(id))
    .flatMap((question) => question.lessons);
  if (keys.length === 0) return [];
  return db
    .select({ id: lessons.id, name: lessons.name, course: lessons.courseId })
    .from(lessons)
    .where(and(inArray(lessons.key, [...new Set(keys)]), isNull(lessons.withdrawn)));
}
