import type { ExamKind } from '#contracts/examContent.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ownSubjects, statesToShow, withStatesHere } from './model.ts';
import { useAttemptsHere } from './useAttemptsHere.ts';
import { useExam } from './useExams.ts';

/** What the exam room has to know of the exam. */
type SubjectFacts = {
  minutes: number;
  points: number;
  hasListening: boolean;
  multiplierPct: number;
  isScript: boolean;
  from: number | null;
  until: number | null;
  packFrom: number | null;
  isRunning: boolean;
  canStart: boolean;
  attempt: string | null;
  nameOf: (subject: string) => string;
};

/**
 * A subject of a mock exam for the room in which it is taken. `facts`: `null` while nothing is known; a running attempt
 * on this device needs none. `source`: why there are none, and how to ask again. `isUnknown`: the exam has no such
 * subject.
 */
export function useMockexamSubject(id: string, subject: string) {
  const { data: exam, isFetching, isStale, error, retry } = useExam(id);
  const here = statesToShow(useAttemptsHere(id), !isFetching && !isStale);
  const found = exam?.subjects.find((one) => one.id === subject);
  const nameOf = (of: string) => exam?.subjects.find((one) => one.id === of)?.name ?? of;
  const next = exam
    ? (ownSubjects(withStatesHere(exam, here)).find(
        (one) => one.id !== subject && (one.state === 'none' || one.state === 'running'),
      ) ?? null)
    : null;
  const facts: SubjectFacts | null =
    exam && found
      ? {
          minutes: found.minutes,
          points: found.full_score,
          hasListening: found.has_listening,
          multiplierPct: exam.multiplier_pct,
          isScript: exam.script_instead_of_audio,
          from: parseTime(exam.exam_from),
          until: parseTime(exam.exam_until),
          packFrom: parseTime(exam.pack_from),
          isRunning: found.state === 'running',
          canStart: found.state === 'none' || found.state === 'running',
          attempt: found.attempt,
          nameOf,
        }
      : null;
  // Practice has no window; the server decides whether it is open yet.
  const practiceFacts: SubjectFacts | null = facts && {
    ...facts,
    ...{ from: null, until: null, packFrom: null, isRunning: false, canStart: true, attempt: null },
  };
  const kind: ExamKind = exam?.kind ?? 'university';
  return {
    isUnknown: exam !== undefined && found === undefined,
    kind,
    examName: exam?.name ?? '',
    subjectName: found?.name ?? '',
    next: next && { name: next.name, to: paths.mockexamExam(id, next.id) },
    facts,
    practiceFacts,
    source: { error, retry },
  };
}
