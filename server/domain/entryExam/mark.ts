import type { Answers } from '#contracts/answerRule.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import type { StoredQuestion, StoredSubject } from '../../db/schema/entryExam.ts';

/** How one question went. */
export type Marked = { question: StoredQuestion; value: string; isRight: boolean };

/** Whether an answer is the right one: the number of an option, or a whole number in any width. */
export function isRight({ answer }: Pick<StoredQuestion, 'answer'>, value: string): boolean {
  const number = readWholeNumber(value);
  return number !== null && number !== '' && Number(number) === answer;
}

/** Marks a subject, question by question; one without an answer is wrong. */
export function markSubject({ questions }: StoredSubject, answers: Answers): Marked[] {
  return questions.map((question) => {
    const value = answers[question.id]?.value ?? '';
    return { question, value, isRight: isRight(question, value) };
  });
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
