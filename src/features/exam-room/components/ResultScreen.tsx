import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Paper } from '#contracts/examContent.ts';
import { deviceReceipt } from '#shared/lib/exam/attemptView.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { formatClockWords, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import type { NextSubject } from '../nextSubject.ts';
import type { ExamPages } from '../pages.ts';
import { resultTexts as texts } from '../texts.ts';
import { KeptNotes } from '../tools/KeptNotes.tsx';
import { unscoredOf, whereAnswersAre } from '../unscored.ts';
import { useAnswers } from '../useAnswers.ts';
import type { Marked } from '../useCheckresult.ts';
import { useNames } from '../useEndedPaper.ts';
import { StoredAnswersFile } from './AnswersFile.tsx';
import styles from './Check.module.css';
import { IncidentForm } from './IncidentForm.tsx';
import { Marking } from './Marking.tsx';
import room from './Room.module.css';

/**
 * `…/exam/checkresult`: the end of a subject. It shows the server's receipt or, until that exists, the device's own
 * one, and then changes automatically (exams.md 4). `cells`: the answers as this device has them; `null`: the attempt is
 * not open.
 */
export function ResultScreen({
  row,
  db,
  cells,
  paper,
  marked,
  pages,
  next,
}: {
  row: AttemptRow;
  cells: LocalCells | null;
  db: ExamDb | null;
  paper: Paper | null;
  marked: Marked;
  pages: ExamPages & { report: string | null };
  next: NextSubject | null;
}) {
  const { receipt, seal } = row;
  const answers = useAnswers(db, row, marked.result);
  const names = useNames(db, row, paper);
  return (
    <div className={room.room} data-testid="exam-checkresult">
      <PageHeader title={receipt ? texts.title : texts.titleDevice} inShell={false} lead={row.subjectName} />
      <div role="status">
        {receipt ? (
          <Code
            label={texts.receipt}
            code={receipt.receipt_no}
            testId="exam-receipt"
            at={parseTime(receipt.submitted_at) ?? row.savedAt ?? row.deadline}
          />
        ) : seal ? (
          <Code
            label={texts.deviceReceipt}
            code={deviceReceipt(seal.digest)}
            testId="exam-device-receipt"
            at={seal.at}
          >
            <p>
              <strong>{texts.waiting}</strong>
            </p>
            {cells && <WaitingAnswers cells={cells} />}
            <p>{texts.waitingBody}</p>
            {db && <AsFile db={db} row={row} />}
          </Code>
        ) : null}
      </div>
      {seal?.by === 'time' && <p>{texts.timedOut}</p>}
      {receipt?.late_sync && <p>{texts.late}</p>}
      {row.mergedIn > 0 && <p>{texts.merged(row.mergedIn)}</p>}
      <NotScored row={row} />
      <OnlyHere row={row} db={db} />
      {next && <Pause since={parseTime(receipt?.submitted_at ?? null) ?? seal?.at ?? null} />}
      <div className={room.foot}>
        {next && (
          <ActionLink to={next.to} look="primary">
            {texts.next(next.name)}
          </ActionLink>
        )}
        {pages.report && <ActionLink to={pages.report}>{texts.toResult}</ActionLink>}
        <ActionLink to={pages.back}>{texts.toExam(row.kind)}</ActionLink>
      </div>
      <IncidentForm of={{ ...row, isOver: true }} />
      <Marking row={row} marked={marked} names={names} answers={answers} />
      {db && <KeptNotes db={db} attempt={row.id} names={names} />}
    </div>
  );
}

/** What the server has of a hand-in that waits, and what only this device has. */
function WaitingAnswers({ cells }: { cells: LocalCells }) {
  const { there, here } = whereAnswersAre(cells);
  if (there + here === 0) return null;
  return <p data-testid="exam-waiting-answers">{texts.waitingAnswers(there, here)}</p>;
}

/** Answers that never reached the server: nothing is kept of them there, so they can be saved as a file. */
function OnlyHere({ row, db }: { row: AttemptRow; db: ExamDb | null }) {
  if (!row.onlyHere) return null;
  const { count, endedBy } = row.onlyHere;
  return (
    <div className={styles.unscored}>
      <p data-testid="exam-only-here">{texts.onlyHere(count, texts.onlyHereWhy[endedBy] ?? '')}</p>
      <p>{texts.onlyHereKept}</p>
      {db && <AsFile db={db} row={row} />}
    </div>
  );
}

function AsFile({ db, row }: { db: ExamDb; row: AttemptRow }) {
  return (
    <p>
      {texts.file}
      <br />
      <StoredAnswersFile db={db} row={row} />
    </p>
  );
}

/** Answers that did not count, by reason; the server has them all. */
function NotScored({ row }: { row: AttemptRow }) {
  const found = unscoredOf(row);
  if (found.length === 0) return null;
  return (
    <div className={styles.unscored}>
      {found.map(({ count, why }) => (
        <p key={why} data-testid="exam-unscored">
          {texts.unscored(count, texts.unscoredWhy[why] ?? '')}
        </p>
      ))}
      <p>{texts.unscoredKept}</p>
    </div>
  );
}

function Code({
  label,
  code,
  at,
  testId,
  children,
}: {
  label: string;
  code: string;
  at: number;
  testId: string;
  children?: React.ReactNode;
}) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setSaid(texts.copied);
    } catch {
      setSaid(texts.notCopied);
    }
  };
  return (
    <section className={styles.receipt}>
      <p className={styles.label}>{label}</p>
      <p className={styles.code} data-testid={testId} translate="no">
        {code}
      </p>
      <p>{texts.submittedAt(examMoment(at, serverNow()))}</p>
      {children}
      <div className={styles.confirm} data-print="hide">
        <ActionButton icon={<IconCopy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          {texts.copy}
        </ActionButton>
        <ActionButton icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => print()}>
          {texts.print}
        </ActionButton>
      </div>
      <p role="status">{said}</p>
    </section>
  );
}

/** How long ago it was handed in: shown between two subjects. */
function Pause({ since }: { since: number | null }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (since === null) return null;
  return (
    <section className={styles.section} aria-label={texts.pause}>
      <h2 className={styles.name}>{texts.pause}</h2>
      <p className={styles.fine}>
        {texts.pauseLead}
        <br />
        {texts.pausePassed(formatClockWords((now - since) / 1000))}
      </p>
    </section>
  );
}
