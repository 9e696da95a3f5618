import { useState } from 'react';
import type { EnglishTest } from '#contracts/exam.ts';
import { useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
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

/** The address for taking a finished test again as practice: it has no time limit and does not count. */
export function practicePath(id: string): string {
  return `${paths.englishTest(id)}?practice=1`;
}

/** A test for the room in which it is taken; `facts` as in the mock exam. */
export function useEnglishSubject(id: string) {
  const { data } = useTests();
  const found = data?.results.find((one) => one.id === id);
  // A running test stays known even if the session ends while it runs (exams.md 1 D4).
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  const test = found ?? last;
  const facts = test
    ? {
        minutes: test.minutes,
        points: null,
        hasListening: test.sections.some(({ skill }) => skill === 'listening'),
        multiplierPct: test.multiplier_pct,
        isScript: test.script_instead_of_audio,
        from: parseTime(test.next_at),
        until: null,
        packFrom: null,
        isRunning: test.status === 'running',
        canStart: test.status !== 'waiting',
        nameOf: () => test.name,
      }
    : null;
  // The server decides whether practice is open: the real test has to be over.
  const practiceFacts = facts && { ...facts, from: null, isRunning: false, canStart: true };
  return { isUnknown: data !== undefined && test === undefined, test: test ?? null, facts, practiceFacts };
}
