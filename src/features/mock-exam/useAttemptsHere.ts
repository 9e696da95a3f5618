import { useEffect, useState } from 'react';
import { useSession } from '#shared/lib/account/useSession.ts';
import { type ExamDb, examDbName, examDbNames, openExamDb } from '#shared/lib/exam/examDb.ts';
import { hasExamsHere } from '#shared/lib/exam/examsHere.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { useStored } from '#shared/lib/storage/useStored.ts';
import type { StatesHere } from './model.ts';

const nothing: StatesHere = {};

/** An attempt that another device goes on with, or that was voided, is the server's to tell. */
const isTold = ({ practice, switched, receipt }: AttemptRow) =>
  !practice && switched === null && receipt?.ended_by !== 'operator';

async function readStates(db: ExamDb, exam: string): Promise<StatesHere> {
  const rows = await db.attempts.where('exam').equals(exam).toArray();
  const inOrder = rows.filter(isTold).sort((one, other) => one.startedAt - other.startedAt);
  return Object.fromEntries(inOrder.map(({ subject, state }) => [subject, state]));
}

/** The learner's exams on this device, if there are any; makes no database. */
async function openIfThere(userId: string): Promise<ExamDb | null> {
  if (!hasExamsHere() || !(await examDbNames()).includes(await examDbName(userId))) return null;
  return openExamDb(userId);
}

/**
 * How far the subjects of an exam are on this device, live: what was handed in without a network is not on the server
 * yet. Nothing while it is read, and on a device where the learner has begun no exam.
 */
export function useAttemptsHere(exam: string): StatesHere {
  const { user } = useSession();
  const [db, setDb] = useState<ExamDb | null>(null);
  const userId = user?.id ?? null;
  useEffect(() => {
    if (userId === null) return;
    let isOver = false;
    openIfThere(userId).then(
      (opened) => !isOver && setDb(opened),
      (error: unknown) => console.warn('exam: not read', error),
    );
    return () => {
      isOver = true;
      setDb(null);
    };
  }, [userId]);
  return useStored(async () => (db ? await readStates(db, exam) : nothing), [db, exam]) ?? nothing;
}
