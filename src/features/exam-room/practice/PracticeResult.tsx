import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Checkresult } from '#contracts/examAttempt.ts';
import type { Paper } from '#contracts/examContent.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { mediaSource } from '#shared/lib/exam/openPack.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { attemptSession } from '#shared/lib/review/sessionId.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { Marks, useAnswers } from '../components/ResultScreen.tsx';
import roomStyles from '../components/Room.module.css';
import { SelfMarking } from '../components/SelfMarking.tsx';
import type { ExamPages } from '../pages.ts';
import { resultTexts } from '../texts.ts';
import { KeptNotes } from '../tools/KeptNotes.tsx';
import { Explanations } from './Explanations.tsx';
import { practiceTexts as texts } from './practiceTexts.ts';
import { usePracticePaper } from './usePracticePaper.ts';

/** The end of a practice: marks, keys and explanations at once, but no receipt and no rank (exams.md 1, 5). */
export function PracticeResult({
  row,
  db,
  paper,
  checkresult,
  pages,
  onMarked,
  onAgain,
}: {
  row: AttemptRow;
  db: ExamDb;
  paper: Paper | null;
  checkresult: Checkresult | null;
  pages: ExamPages;
  onMarked: (result: Checkresult) => void;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const answers = useAnswers(db, row, checkresult);
  const shown = usePracticePaper(db, row, paper);
  const [media] = useState(() => ({ sourceOf: (file: string) => mediaSource(db, row.id, file) }));
  const again = () => {
    onAgain();
    void navigate(pages.exam);
  };
  return (
    <div className={roomStyles.room} data-testid="exam-practice-result">
      <PageHeader title={texts.done} inShell={false} lead={row.subjectName} />
      {row.receipt === null && (
        <div className={roomStyles.notice} role="status">
          <p>
            <strong>{texts.waiting}</strong>
          </p>
          <p>{texts.waitingBody}</p>
        </div>
      )}
      <div className={roomStyles.foot}>
        {row.receipt && (
          <ActionButton look="primary" data-testid="exam-practice-again" onClick={again}>
            {texts.again}
          </ActionButton>
        )}
        <ActionLink to={paths.reviewSession(attemptSession(row.id))}>{texts.review}</ActionLink>
        <ActionLink to={pages.back}>{resultTexts.toExam(row.kind)}</ActionLink>
      </div>
      {row.receipt && <Marks result={checkresult} paper={shown} />}
      {checkresult && checkresult.pending.length > 0 && (
        <SelfMarking row={row} paper={shown} answers={answers} result={checkresult} onMarked={onMarked} />
      )}
      {checkresult && answers && (
        <Explanations result={checkresult} answers={answers} paper={shown} media={media} />
      )}
      <KeptNotes db={db} attempt={row.id} paper={shown} />
    </div>
  );
}
