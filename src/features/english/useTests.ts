import type { EnglishTest } from '#contracts/exam.ts';
import { useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { historyOf, testsOf } from './api.ts';

/** The available tests. */
export function useTests() {
  return useSingle(testsOf);
}

/** The tests taken. */
export function useHistory() {
  return useSingle(historyOf);
}

/** How many questions a test has. */
export function questionsOf({ sections }: EnglishTest): number {
  return sections.reduce((sum, { question_count }) => sum + question_count, 0);
}

/** The result of one attempt of a test, with the part in which its taker marks what was written. */
export function selfMarkingPath(id: string, attempt: string): string {
  return `${paths.englishTest(id)}?view=result&attempt=${encodeURIComponent(attempt)}`;
}

/** The address for taking a finished test again as practice: it has no time limit and does not count. */
export function practicePath(id: string): string {
  return `${paths.englishTest(id)}?practice=1`;
}
