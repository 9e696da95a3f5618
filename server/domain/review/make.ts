import { eq } from 'drizzle-orm';
import { unknownValue } from '#contracts/examContent.ts';
import type { AnswerKey, ScoringGroup } from '#contracts/examKey.ts';
import { type Cells, valuesOf } from '#contracts/examMerge.ts';
import { score } from '#contracts/examScore.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { type ExamAttemptRow, type ExamRow, examAnswers } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { examOf } from '../attempt/facts.ts';
import { memberKind } from '../exam/catalogue.ts';
import { currentKey } from '../examResult/keys.ts';
import { answersToMark } from '../examResult/mark.ts';
import { addCards, type NewCard } from './store.ts';

const sources = {
  university: 'mockexam',
  highschool: 'mockexam',
  english: 'english',
  konoshiki: 'konoshiki',
} as const;

/** The key of a card: the same question from two sources is one card (exams.md 6). */
export function cardKey(
  exam: Pick<ExamRow, 'key'>,
  subject: string,
  group: Pick<ScoringGroup, 'question' | 'id'>,
): string {
  return `${exam.key}|${subject}|${group.question}|${group.id}`;
}

/** Whether the learner wants cards of questions that were right but flagged; yes, unless they chose otherwise. */
async function wantsFlagged(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx.select({ preference: users.preference }).from(users).where(eq(users.id, userId));
  return row?.preference.review_flagged ?? true;
}

/** Why a group becomes a card; `null`: it does not become one. */
function reasonOf(key: AnswerKey, at: number, cells: Cells, state: string): NewCard['reason'] | null {
  const slots = key.groups[at]?.slots ?? [];
  const values = slots.map(({ id }) => cells[id]?.v ?? '');
  if (state === 'unpicked' || state === 'excluded' || state === 'pending') return null;
  if (state === 'right') return slots.some(({ id }) => cells[id]?.f) ? 'flagged' : null;
  if (values.some((value) => value === unknownValue)) return 'unknown';
  return values.every((value) => value === '') ? 'empty' : 'wrong';
}

/**
 * Makes the cards of an attempt: wrong, unanswered, わからない, and, where the learner wants it, right but flagged. A
 * repetition changes nothing. The questions of a withdrawn exam are gone: they become no cards (withdraw.ts). Imports must
 * be held off (db/importLock.ts): one that is not committed would neither be seen here nor find these cards.
 */
export async function makeCards(tx: Tx, deps: Deps, attempt: ExamAttemptRow): Promise<void> {
  const { userId } = attempt;
  if (userId === null) return;
  const exam = await examOf(tx, attempt.examId);
  if (exam.withdrawn) return;
  const { key } = await currentKey(tx, attempt.subjectId);
  const [answers] = await tx.select().from(examAnswers).where(eq(examAnswers.attemptId, attempt.id));
  const cells = answers?.cells ?? {};
  const { self } = await answersToMark(tx, attempt.id);
  const marked = score(key, valuesOf(cells), self);
  const hasFlagged = await wantsFlagged(tx, userId);
  const cards = key.groups.flatMap((group, at): NewCard[] => {
    const reason = reasonOf(key, at, cells, marked.groups[at]?.state ?? 'wrong');
    if (reason === null || (reason === 'flagged' && !hasFlagged)) return [];
    return [cardOf(exam, attempt, group, reason)];
  });
  await addCards(tx, deps, { userId, attemptId: attempt.id }, cards);
}

function cardOf(
  exam: ExamRow,
  attempt: ExamAttemptRow,
  group: ScoringGroup,
  reason: NewCard['reason'],
): NewCard {
  return {
    key: cardKey(exam, attempt.subject, group),
    source: sources[memberKind(exam)],
    reason,
    subjectId: attempt.subjectId,
    question: group.question,
    group: group.id,
  };
}

/**
 * Makes cards of questions the learner names, of an attempt that has ended and whose keys are open. Imports must be held
 * off, as for `makeCards`.
 */
export async function addQuestions(
  tx: Tx,
  deps: Deps,
  attempt: ExamAttemptRow,
  questions: readonly string[],
): Promise<void> {
  const exam = await examOf(tx, attempt.examId);
  if (exam.withdrawn) return;
  const { key } = await currentKey(tx, attempt.subjectId);
  const cards = key.groups
    .filter((group) => questions.includes(group.question))
    .map((group) => cardOf(exam, attempt, group, 'added'));
  await addCards(tx, deps, { userId: attempt.userId ?? 0, attemptId: attempt.id }, cards);
}
