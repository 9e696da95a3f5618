import { useEffect, useState } from 'react';
import type { Line } from '#shared/lib/exam/drawings.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { forgetNotes } from '#shared/lib/exam/forgetNotes.ts';
import { type PaperNames, questionName } from '#shared/lib/exam/paperNames.ts';
import { savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { ForgetNotes } from './ForgetNotes.tsx';
import { loadDrawing } from './roomTools.ts';
import styles from './Tools.module.css';
import { toolTexts as texts } from './toolTexts.ts';

type Kept = { question: string; text: string; lines: Line[] };
type Drawing = typeof import('./DrawingSheet.tsx');

async function readKept(db: ExamDb, attempt: string): Promise<{ notes: Kept[]; hasMarks: boolean }> {
  const rows = await db.notes.where('attempt').equals(attempt).toArray();
  const strokes = await db.strokes.where('attempt').equals(attempt).toArray();
  const memos = rows.filter(({ text }) => text.trim() !== '');
  const questions = [...new Set([...memos, ...strokes].map(({ question }) => question))].sort();
  const notes = questions.map((question) => ({
    question,
    text: memos.find((row) => row.question === question)?.text ?? '',
    lines: strokes.find((row) => row.question === question)?.lines ?? [],
  }));
  return { notes, hasMarks: rows.some(({ marks }) => marks.length > 0) };
}

/** Memos and drawings after the hand-in: they stay on this device until the learner deletes them (exams.md 3.2). */
export function KeptNotes({ db, attempt, names }: { db: ExamDb; attempt: string; names: PaperNames | null }) {
  const [kept, setKept] = useState<{ notes: Kept[]; hasMarks: boolean }>({ notes: [], hasMarks: false });
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const hasDrawings = kept.notes.some(({ lines }) => lines.length > 0);
  useEffect(() => {
    let isWanted = true;
    readKept(db, attempt).then(
      (found) => isWanted && setKept(found),
      (error: unknown) => console.warn('exam: notes not read', error),
    );
    return () => {
      isWanted = false;
    };
  }, [db, attempt]);
  useEffect(() => {
    if (!hasDrawings) return;
    let isWanted = true;
    loadDrawing().then(
      (loaded) => isWanted && setDrawing(loaded),
      (error: unknown) => console.warn('exam: no sheet', error),
    );
    return () => {
      isWanted = false;
    };
  }, [hasDrawings]);
  if (kept.notes.length === 0 && !kept.hasMarks) return null;
  const forget = async () => {
    try {
      await forgetNotes(db, attempt);
      setKept({ notes: [], hasMarks: false });
      return true;
    } catch (error) {
      savingFailedBehind(error);
      return false;
    }
  };
  return (
    <section className={styles.kept} aria-label={texts.kept} data-testid="exam-kept-notes" data-print="hide">
      <details>
        <summary>{texts.kept}</summary>
        <p className={styles.small}>{texts.keptLead}</p>
        {kept.notes.map(({ question, text, lines }, at) => {
          const name = questionName(names, question) ?? texts.keptNth(at + 1);
          return (
            <article key={question} className={styles.keptOne}>
              <h3>{name}</h3>
              {text !== '' && <p>{text}</p>}
              {lines.length > 0 && drawing && <drawing.DrawnSheet lines={lines} name={name} />}
            </article>
          );
        })}
      </details>
      <ForgetNotes forget={forget} />
    </section>
  );
}
