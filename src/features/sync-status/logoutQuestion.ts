import type { UnsentExams } from './unsentHere.ts';

/**
 * What the learner may have to know before logging out: changes the server does not have, and of exams the answers it
 * lacks, the running subjects, and what does not count.
 */
export type Unsent = { changes: number; exams: UnsentExams };

/** Whether anything is still to be sent. */
export function isAnythingUnsent({ changes, exams }: Unsent): boolean {
  return changes > 0 || exams.answers > 0;
}

/**
 * Whether the learner must be told something that sending does not change. `told`: what they were asked about already;
 * sending may have shown since then that more does not count.
 */
export function isAnythingToTell({ exams }: Unsent, told: Unsent | null): boolean {
  if (told) return exams.uncounted > told.exams.uncounted;
  return exams.running.length > 0 || exams.uncounted > 0;
}
