import { useState } from 'react';
import type { EnglishTest } from '#contracts/exam.ts';
import { useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { historyOf, testsOf } from './api.ts';

/** The tests there are. */
export function useTests() {
  return useSingle(testsOf);
}

/** What was taken. */
export function useHistory() {
  return useSingle(historyOf);
}

/** How many questions a test has. */
export function questionsOf({ sections }: EnglishTest): number {
  return sections.reduce((sum, { question_count }) => sum + question_count, 0);
}

/** Where a test that was taken is done again for practice: it has no end, and counts for nothing. */
export function practicePath(id: string): string {
  return `${paths.englishTest(id)}?practice=1`;
}

/** A test for who takes it; `facts` as in the mock exam. */
export function useEnglishSubject(id: string) {
  const { data } = useTests();
  const found = data?.results.find((one) => one.id === id);
  // A test that runs stays known when the session ends in the middle of it (exams.md 1 D4).
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  const test = found ?? last;
  const facts = test
    ? {
        minutes: test.minutes,
        points: null,
        hasListening: test.sections.some(({ skill }) => skill === 'listening'),
        from: parseTime(test.next_at),
        until: null,
        packFrom: null,
        isRunning: test.status === 'running',
        canStart: test.status !== 'waiting',
        nameOf: () => test.name,
      }
    : null;
  // Whether practice is open says the server: the own test has to be over.
  const practiceFacts = facts && { ...facts, from: null, isRunning: false, canStart: true };
  return { isUnknown: data !== undefined && test === undefined, test: test ?? null, facts, practiceFacts };
}
