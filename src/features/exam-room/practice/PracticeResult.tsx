import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Paper } from '#contracts/examContent.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { mediaSource } from '#shared/lib/exam/mediaSource.ts';
import { namesOf } from '#shared/lib/exam/paperNames.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { attemptSession } from '#shared/lib/review/sessionId.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ErrorLine } from '#shared/ui/ErrorLine.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import styles from '../components/Check.module.css';
import { Marking } from '../components/Marking.tsx';
import roomStyles from '../components/Room.module.css';
import type { ExamPages } from '../pages.ts';
import { resultTexts } from '../texts.ts';
import { KeptNotes } from '../tools/KeptNotes.tsx';
import { type Answers, useAnswers } from '../useAnswers.ts';
import type { Marked } from '../useCheckresult.ts';
import { usePracticePaper } from '../useEndedPaper.ts';
import { Explanations } from './Explanations.tsx';
import { practiceTexts as texts } from './practiceTexts.ts';

/** The end of a practice: marks, keys and explanations at once, but no receipt and no rank (exams.md 1, 5). */
export function PracticeResult({
  row,
  db,
  paper,
  marked,
  pages,
  onAgain,
}: {
  row: AttemptRow;
  db: ExamDb;
  paper: Paper | null;
  marked: Marked;
  pages: ExamPages;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const { result } = marked;
  const answers = useAnswers(db, row, result);
  const questions = usePracticePaper(db, row, paper);
  const names = row.names ?? (questions.paper && namesOf(questions.paper));
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
      <Marking row={row} marked={marked} names={names} answers={answers} />
      {result && answers.file && (
        <Explanations
          result={result}
          answers={answers.file}
          names={names}
          questions={questions}
          media={media}
        />
      )}
      {/* Where something is marked by hand, that part tells of the same failure. */}
      {result?.pending.length === 0 && <NotExplained answers={answers} />}
      <KeptNotes db={db} attempt={row.id} names={names} />
    </div>
  );
}

/** The explanations did not come. */
function NotExplained({ answers: { file, error, retry } }: { answers: Answers }) {
  if (file !== null || error === null) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.name}>{texts.explanations}</h2>
      <p>{texts.explanationsMissing}</p>
      <ErrorLine error={error} onRetry={retry} />
    </section>
  );
}
