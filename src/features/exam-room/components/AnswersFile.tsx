import { useEffect, useState } from 'react';
import { createAttemptStore } from '#shared/lib/exam/attemptStore.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { answersFileName, answersText } from '../answersText.ts';
import { texts } from '../texts.ts';
import styles from './Room.module.css';

/** A link that saves answers as a file for people to read, for when the server does not get them (row 10). */
export function AnswersFile({ row, cells }: { row: AttemptRow; cells: LocalCells }) {
  const [address, setAddress] = useState<string | null>(null);
  // The row changes every few seconds; these parts of it do not.
  const { id, examName, subjectName, startedAt, names } = row;
  useEffect(() => {
    const text = answersText({ id, examName, subjectName, startedAt, names }, cells, serverNow());
    const made = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [id, examName, subjectName, startedAt, names, cells]);
  if (address === null) return null;
  return (
    <a href={address} download={answersFileName(row)} className={styles.file} data-testid="exam-answers-file">
      {texts.download}
    </a>
  );
}

/** The same for an attempt that is not open: its answers are read from the device. Nothing if there are none. */
export function StoredAnswersFile({ db, row }: { db: ExamDb; row: AttemptRow }) {
  const [cells, setCells] = useState<LocalCells | null>(null);
  useEffect(() => {
    let isWanted = true;
    createAttemptStore(db, row.id, () => undefined)
      .load()
      .then(
        (stored) => isWanted && setCells(stored?.cells ?? null),
        (error: unknown) => console.warn('exam: answers not read', error),
      );
    return () => {
      isWanted = false;
    };
  }, [db, row.id]);
  return cells && Object.keys(cells).length > 0 ? <AnswersFile row={row} cells={cells} /> : null;
}
