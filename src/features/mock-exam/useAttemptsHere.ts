import { useEffect, useEffectEvent, useState } from 'react';
import type { MockExam } from '#contracts/exam.ts';
import type { Page } from '#contracts/page.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { type ExamDb, openExamDbIfThere } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { arrivedSubjects, type StatesHere, statesToShow, withStatesHere } from './model.ts';
import { useExams } from './useExams.ts';

const nothing: Readonly<Record<string, StatesHere>> = {};
const none: StatesHere = {};

/** An attempt that another device goes on with, or that was voided, is the server's to tell. */
const isTold = ({ practice, switched, receipt }: AttemptRow) =>
  !practice && switched === null && receipt?.ended_by !== 'operator';

async function readStates(db: ExamDb): Promise<Record<string, StatesHere>> {
  const rows = (await db.attempts.toArray()).filter(isTold);
  const states: Record<string, Record<string, AttemptRow['state']>> = {};
  for (const { exam, subject, state } of rows.sort((one, other) => one.startedAt - other.startedAt)) {
    states[exam] ??= {};
    states[exam][subject] = state;
  }
  return states;
}

/**
 * How far the subjects of the learner's exams are on this device, live, by exam: what was handed in without a network
 * is not on the server yet. Nothing while it is read, and on a device where the learner has begun no exam.
 */
export function useExamsHere(): Readonly<Record<string, StatesHere>> {
  const { user } = useSession();
  const [db, setDb] = useState<ExamDb | null>(null);
  const userId = user?.id ?? null;
  useEffect(() => {
    if (userId === null) return;
    let isOver = false;
    openExamDbIfThere(userId).then(
      (opened) => !isOver && setDb(opened),
      (error: unknown) => console.warn('exam: not read', error),
    );
    return () => {
      isOver = true;
      setDb(null);
    };
  }, [userId]);
  return useStored(async () => (db ? await readStates(db) : nothing), [db]) ?? nothing;
}

/** The same of one exam. */
export function useAttemptsHere(exam: string): StatesHere {
  return useExamsHere()[exam] ?? none;
}

/** Asks the server again once a subject that was handed in here has reached it, because its answer is older. */
export function useArrivals(arrived: readonly string[], retry: () => void): void {
  const ask = useEffectEvent(retry);
  const key = arrived.join();
  useEffect(() => {
    if (key !== '') ask();
  }, [key]);
}

/** The learner's exams, with what this device knows of their subjects. */
export function useMyExams(): Mirror<Page<MockExam>> {
  const list = useExams('mine');
  const here = useExamsHere();
  const told = list.data?.results ?? [];
  useArrivals(
    told.flatMap((exam) => arrivedSubjects(exam, here[exam.id] ?? none)),
    list.retry,
  );
  if (!list.data) return list;
  const isNewest = !list.isFetching && !list.isStale;
  const results = told.map((exam) => withStatesHere(exam, statesToShow(here[exam.id] ?? none, isNewest)));
  return { ...list, data: { ...list.data, results } };
}
