import { useEffect, useState } from 'react';
import type { Paper } from '#contracts/examContent.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { closePack, keyOf, openMedia, openPaper, packOf } from '#shared/lib/exam/openPack.ts';
import { namesOf, type PaperNames } from '#shared/lib/exam/paperNames.ts';
import { preparePack } from '#shared/lib/exam/preparePack.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { fetchKey } from '#shared/lib/exam/startAttempt.ts';

/**
 * The questions of an ended attempt. `isMissing`: they do not open, because the browser has deleted the pack or the key
 * did not come · `load`: brings the pack again, `isLoading` meanwhile.
 */
export type EndedPaper = { paper: Paper | null; isMissing: boolean; isLoading: boolean; load: () => void };

/**
 * The questions of an ended practice. `open`: those in memory. After a reload the key is requested from the server
 * again, which gives it to every owner of an ended attempt. The pack is not: its MB are the learner's to spend.
 */
export function usePracticePaper(db: ExamDb, row: AttemptRow, open: Paper | null): EndedPaper {
  return useEndedPaper(db, row, open, true);
}

/**
 * How the slots of an ended attempt are called: as this device has stored it. A row from before they were stored is
 * helped by its questions, of which nothing stays here.
 */
export function useNames(db: ExamDb | null, row: AttemptRow, open: Paper | null): PaperNames | null {
  const { paper } = useEndedPaper(db, row, open, row.names === undefined);
  return row.names ?? (paper && namesOf(paper));
}

function useEndedPaper(
  db: ExamDb | null,
  row: AttemptRow,
  open: Paper | null,
  isNeeded: boolean,
): EndedPaper {
  const [found, setFound] = useState<Paper | null>(null);
  const [isMissing, setMissing] = useState(false);
  /** How often it was asked to bring the pack. */
  const [loads, setLoads] = useState(0);
  const { id, base, exam, subject, practice } = row;
  const isWanted = isNeeded && open === null && row.receipt !== null;
  useEffect(() => {
    if (!isWanted || !db) return;
    const left = new AbortController();
    const bring = () =>
      preparePack(db, { base, exam, subject }, { signal: left.signal, onProgress: () => undefined });
    const look = async (): Promise<Paper | null> => {
      const pack = loads > 0 ? await bring() : await packOf(db, exam, subject);
      if (!pack) return null;
      const key = (await keyOf(db, id)) ?? ((await fetchKey(db, { base }, id)) ? await keyOf(db, id) : null);
      if (!key) return null;
      const paper = await openPaper(db, pack, key);
      // The key of a real attempt goes with its hand-in (exams.md 3.2).
      await (practice ? openMedia(db, pack, id, key) : closePack(db, id));
      return paper;
    };
    const show = (paper: Paper | null) => {
      if (left.signal.aborted) return;
      setFound(paper);
      setMissing(paper === null);
    };
    look().then(show, (error: unknown) => {
      console.warn('exam: questions of an ended attempt', error);
      show(null);
    });
    return () => left.abort();
  }, [isWanted, db, id, base, exam, subject, practice, loads]);
  const paper = open ?? found;
  return {
    paper,
    isMissing: isMissing && paper === null,
    isLoading: loads > 0 && !isMissing && paper === null,
    load: () => {
      setMissing(false);
      setLoads((count) => count + 1);
    },
  };
}
