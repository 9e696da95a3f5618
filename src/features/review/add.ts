import type { SubjectResult } from '#contracts/examResult.ts';
import { sendJson } from '#shared/lib/http/json.ts';
import { reviewPath, type Shelf } from './model.ts';

/** POST /api/lms/review/add/: a question of an own attempt becomes a card, or more where it has several groups. */
export async function addQuestion(attempt: string, question: string, idempotencyKey: string): Promise<void> {
  await sendJson('POST', `${reviewPath}add/`, { body: { attempt, questions: [question] }, idempotencyKey });
}

/** A question of a result: its exam, the key of its subject, its id and its slots. */
type Asked = { exam: string; subject: string } & Pick<SubjectResult['questions'][number], 'id' | 'slots'>;

/**
 * Whether all of a question is in the review of this device, whatever round of its exam it came from. `aside`: it is,
 * but the learner does not want to be asked; adding it would not bring it back.
 */
export function standOf(
  { studied, aside }: Shelf,
  { exam, subject, id, slots }: Asked,
): 'out' | 'in' | 'aside' {
  const cards = [...studied.map(({ card }) => card), ...aside].filter(
    (card) => card.exam_id === exam && card.subject_id === subject && card.question.id === id,
  );
  if (cards.length === 0 || !slots.every((slot) => cards.some((card) => card.slots.includes(slot.id))))
    return 'out';
  return cards.every((card) => card.is_suspended) ? 'aside' : 'in';
}
