/**
 * The last part of a session's address names its cards (exams.md 6): all of today, as many as fit into five minutes, or
 * the cards of one attempt, of one exam, or of one unit of a subject.
 */
export type SessionName =
  | { of: 'today' }
  | { of: 'five' }
  | { of: 'attempt'; attempt: string }
  | { of: 'exam'; exam: string }
  | { of: 'unit'; subject: string; unit: string };

/** Between the parts of an id. Ids of exams, subjects and units do not contain it. */
const mark = '~';

/** The session with the cards of one attempt. */
export const attemptSession = (attempt: string): string => ['attempt', attempt].join(mark);

/** The session with the cards of one exam, whatever its subject. */
export const examSession = (exam: string): string => ['exam', exam].join(mark);

/** The session with the cards of a unit. `subject`: its key. */
export const unitSession = (subject: string, unit: string): string => ['unit', subject, unit].join(mark);

/** Reads the id of a session; one that says nothing is today. */
export function readSession(id: string): SessionName {
  const [of = '', one = '', other = ''] = id.split(mark);
  if (of === 'five') return { of };
  if (of === 'attempt' && one !== '') return { of, attempt: one };
  if (of === 'exam' && one !== '') return { of, exam: one };
  if (of === 'unit' && one !== '' && other !== '') return { of, subject: one, unit: other };
  return { of: 'today' };
}
