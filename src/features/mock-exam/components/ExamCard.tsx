import { IconCalendar } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ExamSubject, MockExam } from '#contracts/exam.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { formatCount, parseTime } from '#shared/lib/text/format.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { canTake, countdown, isEntryOpen, ownSubjects, windowOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Exams.module.css';

/** 「6月1日 9:00〜6月8日 20:00」; empty when nothing is known. */
export function windowWords({ exam_from, exam_until }: MockExam, now: number): string {
  const [from, until] = [parseTime(exam_from), parseTime(exam_until)];
  return from === null || until === null ? '' : texts.until(examMoment(from, now), examMoment(until, now));
}

/** The next step of an exam, as text on its card in a list. */
function actionOf(exam: MockExam, now: number): string {
  const { actions } = texts;
  switch (exam.my_status) {
    case 'none':
    case 'canceled':
      return isEntryOpen(exam, now) ? actions.entry : actions.open;
    case 'in_progress':
      return actions.continue;
    case 'awaiting_payment':
      return actions.pay;
    case 'entered':
    case 'taking':
      return canTake(exam, now)
        ? actions.take
        : windowOf(exam, now) === 'before'
          ? actions.prepare
          : actions.open;
    case 'finished':
    case 'reported':
      return actions.result;
    default:
      return actions.open;
  }
}

/** Whether the next step is urgent: the exam can be taken now, or its entry is not finished yet. */
function isUrgent(exam: MockExam, now: number): boolean {
  const { my_status } = exam;
  if (my_status === 'entered' || my_status === 'taking') return canTake(exam, now);
  return my_status === 'in_progress' || my_status === 'awaiting_payment';
}

/** The time until an exam begins or, once it has begun, until its end. `null`: neither matters to this learner. */
function leftWords(exam: MockExam, now: number): string | null {
  const [from, until] = [parseTime(exam.exam_from), parseTime(exam.exam_until)];
  const before = from === null ? null : countdown(from, now);
  if (before) return texts.beginsIn(texts.left(before));
  const isTaken = exam.my_status === 'entered' || exam.my_status === 'taking';
  const end = isTaken && until !== null && canTake(exam, now) ? countdown(until, now) : null;
  return end && texts.endsIn(texts.left(end));
}

/** 「3 / 5科目 提出済み」 if the learner has begun; `null`: nothing was handed in. */
function doneWords(subjects: readonly ExamSubject[]): string | null {
  const done = subjects.filter(({ state }) => state === 'submitted' || state === 'timed_out').length;
  return done === 0 ? null : texts.subjectsDone(done, subjects.length);
}

/** One exam of a list. */
export function ExamCard({ exam, now }: { exam: MockExam; now: number }) {
  const subjects = ownSubjects(exam);
  const minutes = subjects.reduce((sum, one) => sum + one.minutes, 0);
  const until = parseTime(exam.entry_until);
  const left = leftWords(exam, now);
  const done = exam.my_status === 'taking' ? doneWords(subjects) : null;
  const isDone = exam.my_status === 'finished' || exam.my_status === 'reported';
  const to = isDone ? paths.mockexamResult(exam.id) : paths.mockexamTop(exam.id);
  return (
    <article className={`${styles.card} ${styles.exam}`} data-testid="exam-card" data-status={exam.my_status}>
      <header className={styles.head}>
        <h3 className={styles.name}>
          <Link to={paths.mockexamTop(exam.id)}>{exam.name}</Link>
        </h3>
        <Chip tone={exam.my_status === 'none' ? 'plain' : 'blue'}>{texts.states[exam.my_status]}</Chip>
      </header>
      <p className={styles.window}>
        <IconCalendar size={18} aria-hidden="true" />
        <span>
          {texts.window} {windowWords(exam, now)}
        </span>
      </p>
      {left && <p className={styles.left}>{left}</p>}
      <p className={styles.facts}>
        {texts.facts(subjects.length, minutes)}・
        {exam.fee > 0 ? texts.fee(formatCount(exam.fee)) : texts.free}
        {done !== null && <strong>{done}</strong>}
      </p>
      {exam.my_status === 'none' && until !== null && (
        <p className={styles.facts}>
          {texts.entryUntil} {examMoment(until, now)}
        </p>
      )}
      <ActionLink
        to={to}
        look={isUrgent(exam, now) ? 'primary' : 'plain'}
        className={styles.go}
        data-testid="exam-enter"
        aria-label={`${exam.name} ${actionOf(exam, now)}`}
      >
        {actionOf(exam, now)}
      </ActionLink>
    </article>
  );
}
