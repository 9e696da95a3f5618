import { type Answers, cellsOf } from '#contracts/entryAnswers.ts';
import type { AnswerKey } from '#contracts/examKey.ts';
import { valuesOf } from '#contracts/examMerge.ts';
import { score } from '#contracts/examScore.ts';
import type { StoredQuestion, StoredSubject } from '../../db/schema/entryExam.ts';

/** How one question went. */
export type Marked = { question: StoredQuestion; value: string; isRight: boolean };

/**
 * The key of a subject for the common marking of exams (exams.md 5): one point for each question; the right answer is
 * the number of its option or a whole number.
 */
export function answerKeyOf({ questions }: Pick<StoredSubject, 'questions'>): AnswerKey {
  const groups = questions.map(({ id, area, options, answer }) => ({
    id,
    question: id,
    section: '',
    unit: area,
    skill: '',
    slots: [{ id, kind: options.length > 0 ? ('choice' as const) : ('number' as const) }],
    rule: 'each' as const,
    points: 1,
    keys: { [id]: [String(answer)] },
  }));
  return { groups, choices: [] };
}

/** Marks a subject, question by question; one without an answer is wrong. */
export function markSubject(subject: Pick<StoredSubject, 'questions'>, answers: Answers): Marked[] {
  const { groups } = score(answerKeyOf(subject), valuesOf(cellsOf(answers)));
  return subject.questions.map((question, at) => ({
    question,
    value: answers[question.id]?.value ?? '',
    isRight: groups[at]?.state === 'right',
  }));
}

/** How many of them are right. */
export function rightOf(marked: readonly Marked[]): number {
  return marked.filter((one) => one.isRight).length;
}

/** Areas in which less than two thirds were right: what to look at again, the weakest first. */
export function weakAreas(subject: StoredSubject, marked: readonly Marked[]): StoredSubject['areas'] {
  const share = (area: string) => {
    const own = marked.filter(({ question }) => question.area === area);
    return rightOf(own) / Math.max(1, own.length);
  };
  return subject.areas
    .filter(({ id }) => share(id) < 2 / 3)
    .sort((one, other) => share(one.id) - share(other.id));
}
