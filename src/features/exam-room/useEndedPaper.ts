import { useEffect, useState } from 'react';
import type { Paper } from '#contracts/examContent.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { closePack, keyOf, openMedia, openPaper, packOf } from '#shared/lib/exam/openPack.ts';
import { namesOf, type PaperNames } from '#shared/lib/exam/paperNames.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { fetchKey } from '#shared/lib/exam/startAttempt.ts';

/**
 * The questions of an ended practice. `open`: those in memory. After a reload the key is requested from the server
 * again, which gives it to every owner of an ended attempt. `null`: without a network, or until the key arrives.
 */
export function usePracticePaper(db: ExamDb, row: AttemptRow, open: Paper | null): Paper | null {
  return useEndedPaper(db, row, open, true);
}

/**
 * How the slots of an ended attempt are called: as this device has stored it. A row from before they were stored is
 * helped by its questions, of which nothing stays here.
 */
export function useNames(db: ExamDb | null, row: AttemptRow, open: Paper | null): PaperNames | null {
  const found = useEndedPaper(db, row, open, row.names === undefined);
  return row.names ?? (found && namesOf(found));
}

function useEndedPaper(
  db: ExamDb | null,
  row: AttemptRow,
  open: Paper | null,
  isNeeded: boolean,
): Paper | null {
  const [found, setFound] = useState<Paper | null>(null);
  const { id, base, exam, subject, practice } = row;
  const isWanted = isNeeded && open === null && row.receipt !== null;
  useEffect(() => {
    if (!isWanted || !db) return;
    let isHere = true;
    const look = async () => {
      const pack = await packOf(db, exam, subject);
      if (!pack) return;
      const key = (await keyOf(db, id)) ?? ((await fetchKey(db, { base }, id)) ? await keyOf(db, id) : null);
      if (!key) return;
      const paper = await openPaper(db, pack, key);
      // The key of a real attempt goes with its hand-in (exams.md 3.2).
      await (practice ? openMedia(db, pack, id, key) : closePack(db, id));
      if (isHere) setFound(paper);
    };
    look().catch((error: unknown) => console.warn('exam: questions of an ended attempt', error));
    return () => {
      isHere = false;
    };
  }, [isWanted, db, id, base, exam, subject, practice]);
  return open ?? found;
}
