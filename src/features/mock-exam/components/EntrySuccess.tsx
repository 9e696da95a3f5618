import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { MockExamDetail } from '#contracts/exam.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { calendarText } from '../model.ts';
import { texts as common, successTexts as texts } from '../texts.ts';
import { useExam, useMoment } from '../useExams.ts';
import { windowWords } from './ExamCard.tsx';
import styles from './Exams.module.css';
import { PayFee } from './PayFee.tsx';

/** `/mypage/mockexam/{id}/success`: entered (product.md 2.3.L). */
export function EntrySuccess({ id }: { id: string }) {
  const exam = useExam(id);
  if (isNotFound(exam.error)) throw exam.error;
  return (
    <MirrorView mirror={exam} shape={<TextSkeleton lines={6} />} heading={<PageHeader title={texts.title} />}>
      {(shown) =>
        isEntered(shown) ? <Done exam={shown} /> : <Navigate to={paths.mockexamTop(id)} replace={true} />
      }
    </MirrorView>
  );
}

function isEntered({ my_status }: MockExamDetail): boolean {
  return my_status !== 'none' && my_status !== 'in_progress' && my_status !== 'canceled';
}

function Done({ exam }: { exam: MockExamDetail }) {
  const now = useMoment();
  return (
    <div className={styles.page}>
      {exam.my_status === 'awaiting_payment' ? (
        <>
          <PageHeader title={texts.unpaidTitle} lead={texts.unpaidLead} />
          <div className={styles.next}>
            <PayFee exam={exam} />
          </div>
        </>
      ) : (
        <PageHeader title={texts.title} lead={texts.lead} />
      )}
      <dl className={styles.dates}>
        {exam.entry?.number && (
          <div>
            <dt>{common.number}</dt>
            <dd translate="no">{exam.entry.number}</dd>
          </div>
        )}
        <div>
          <dt>{common.window}</dt>
          <dd>{windowWords(exam, now)}</dd>
        </div>
      </dl>
      <section className={styles.part} aria-labelledby="prepare">
        <h2 id="prepare" className={styles.heading}>
          {texts.prepare}
        </h2>
        <ul className={styles.rules}>
          {texts.prepareList.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{texts.editUntil}</p>
      </section>
      <div className={styles.buttons}>
        <ActionLink to={paths.test()} look={exam.my_status === 'awaiting_payment' ? 'plain' : 'primary'}>
          {texts.rehearsal}
        </ActionLink>
        <ActionLink to={paths.mockexamTop(exam.id)}>{texts.toExam}</ActionLink>
        <Calendar exam={exam} />
      </div>
    </div>
  );
}

/** A calendar file, generated here, so that it works without a network. */
function Calendar({ exam }: { exam: MockExamDetail }) {
  const [address, setAddress] = useState<string | null>(null);
  const [from, until] = [parseTime(exam.exam_from), parseTime(exam.exam_until)];
  useEffect(() => {
    if (from === null || until === null) return;
    const made = URL.createObjectURL(
      new Blob([calendarText(exam.name, from, until)], { type: 'text/calendar;charset=utf-8' }),
    );
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [exam.name, from, until]);
  if (address === null) return null;
  return (
    <a href={address} download="exam.ics" className={styles.calendar}>
      {texts.calendar}
    </a>
  );
}
