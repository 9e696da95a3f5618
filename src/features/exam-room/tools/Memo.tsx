import { useEffect, useRef, useState } from 'react';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { savingFailedBehind, writeMakingRoom } from '#shared/lib/storage/saving.ts';
import styles from './Tools.module.css';
import { toolTexts as texts } from './toolTexts.ts';

/** A memo beside a question: only on this device, never sent. */
export function Memo({ db, attempt, question }: { db: ExamDb; attempt: string; question: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    db.notes.get([attempt, question]).then(
      (row) => isWanted && setText(row?.text ?? ''),
      () => isWanted && setText(''),
    );
    return () => {
      isWanted = false;
    };
  }, [db, attempt, question]);
  const latest = useRef<string>(undefined);
  const keep = (next: string) => {
    latest.current = next;
    setText(next);
    writeMakingRoom(
      () => db.notes.put({ attempt, question, text: next, marks: [] }),
      () => latest.current === next,
    ).catch(savingFailedBehind);
  };
  return (
    <div className={styles.memo}>
      <label htmlFor="exam-memo">{texts.memo}</label>
      <textarea
        id="exam-memo"
        rows={4}
        value={text ?? ''}
        disabled={text === null}
        aria-describedby="exam-memo-hint"
        onChange={({ currentTarget }) => keep(currentTarget.value)}
      />
      <p id="exam-memo-hint" className={styles.small}>
        {texts.memoHint}
      </p>
    </div>
  );
}
