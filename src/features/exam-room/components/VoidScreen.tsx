import { useNavigate } from 'react-router-dom';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import type { ExamPages } from '../pages.ts';
import { resultTexts as texts } from '../texts.ts';
import { StoredAnswersFile } from './AnswersFile.tsx';
import room from './Room.module.css';

/** The end of an attempt that an operator has voided (row 77): no receipt, nothing handed in, and the way to a new one. */
export function VoidScreen({
  row,
  db,
  pages,
  onAgain,
}: {
  row: AttemptRow;
  db: ExamDb;
  pages: ExamPages;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const again = () => {
    onAgain();
    void navigate(pages.exam);
  };
  return (
    <div className={room.room} data-testid="exam-void">
      <PageHeader title={texts.void} inShell={false} lead={row.subjectName} />
      <p role="status">{texts.voidBody}</p>
      <StoredAnswersFile db={db} row={row} />
      <div className={room.foot}>
        <ActionButton look="primary" onClick={again}>
          {texts.voidAgain}
        </ActionButton>
        <ActionLink to={pages.back}>{texts.toExam(row.kind)}</ActionLink>
      </div>
    </div>
  );
}
