import { useEffect, useState } from 'react';
import type { Paper } from '#contracts/examContent.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { keyOf, openMedia, openPaper, packOf } from '#shared/lib/exam/openPack.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { fetchKey } from '#shared/lib/exam/startAttempt.ts';

/**
 * The questions of an ended practice. `open`: those in memory. After a reload the key is requested from the server
 * again, which gives it to every owner of an ended attempt. `null`: without a network, or until the key arrives.
 */
export function usePracticePaper(db: ExamDb, row: AttemptRow, open: Paper | null): Paper | null {
  const [found, setFound] = useState<Paper | null>(null);
  const { id, base, exam, subject } = row;
  const isNeeded = open === null && row.receipt !== null;
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    const look = async () => {
      const pack = await packOf(db, exam, subject);
      if (!pack) return;
      const key = (await keyOf(db, id)) ?? ((await fetchKey(db, { base }, id)) ? await keyOf(db, id) : null);
      if (!key) return;
      const paper = await openPaper(db, pack, key);
      await openMedia(db, pack, id, key);
      if (isWanted) setFound(paper);
    };
    look().catch((error: unknown) => console.warn('exam: practice paper', error));
    return () => {
      isWanted = false;
    };
  }, [isNeeded, db, id, base, exam, subject]);
  return open ?? found;
}
