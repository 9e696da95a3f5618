import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ExamSubject, MockExamDetail } from '#contracts/exam.ts';
import { lateMs } from '#contracts/examDeadline.ts';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { cancelEntry } from '../api.ts';
import {
  arrivedSubjects,
  entryParts,
  isAheadOfServer,
  isEntryOpen,
  nextStep,
  ownSubjects,
  partsDone,
  type StatesHere,
  statesToShow,
  windowOf,
  withStatesHere,
} from '../model.ts';
import { entryTexts, texts } from '../texts.ts';
import { useArrivals, useAttemptsHere } from '../useAttemptsHere.ts';
import { keepEntry, useExam, useMoment } from '../useExams.ts';
import { windowWords } from './ExamCard.tsx';
import styles from './Exams.module.css';
import { PayFee } from './PayFee.tsx';

const partPaths = {
  basicinfo: paths.mockexamBasic,
  schoolinfo: paths.mockexamSchools,
  environmentinfo: paths.mockexamEnvironment,
} as const;

/** `/mypage/mockexam/{id}`: an exam, its entry, and the next step (product.md 2.3.L). */
export function ExamTop({ id }: { id: string }) {
  const exam = useExam(id);
  const all = useAttemptsHere(id);
  useArrivals(exam.data ? arrivedSubjects(exam.data, all) : [], exam.retry);
  const here = statesToShow(all, !exam.isFetching && !exam.isStale);
  usePageName(exam.data?.name ?? '');
  if (isNotFound(exam.error)) throw exam.error;
  return (
    <MirrorView mirror={exam} shape={<TextSkeleton lines={8} />} heading={<PageHeader title={texts.title} />}>
      {(shown) => (
        <div className={styles.page}>
          <PageHeader title={shown.name} lead={shown.description || undefined} />
          {exam.isStale && <ListStatus mirror={exam} />}
          <Top exam={withStatesHere(shown, here)} told={shown} here={here} />
        </div>
      )}
    </MirrorView>
  );
}

type TopProps = {
  /** With what this device knows. */
  exam: MockExamDetail;
  /** As the server has told it. */
  told: MockExamDetail;
  here: StatesHere;
};

function Top({ exam, told, here }: TopProps) {
  const now = useMoment();
  const report = parseTime(exam.report_at);
  const until = parseTime(exam.entry_until);
  const isEntered = exam.entry !== null && exam.my_status !== 'none' && exam.my_status !== 'in_progress';
  return (
    <>
      <dl className={styles.dates}>
        <div>
          <dt>{texts.window}</dt>
          <dd>{windowWords(exam, now)}</dd>
        </div>
        {until !== null && (
          <div>
            <dt>{texts.entryUntil}</dt>
            <dd>{examMoment(until, now)}</dd>
          </div>
        )}
        {report !== null && (
          <div>
            <dt>{texts.reportAt}</dt>
            <dd>{examMoment(report, now)}</dd>
          </div>
        )}
        {exam.entry?.number && (
          <div>
            <dt>{texts.number}</dt>
            <dd translate="no">{exam.entry.number}</dd>
          </div>
        )}
      </dl>
      <Next exam={exam} now={now} />
      <section className={styles.part} aria-labelledby="subjects">
        <h2 id="subjects" className={styles.heading}>
          {texts.subjects}
        </h2>
        {isEntered && windowOf(exam, now) === 'before' && <p>{texts.prepareLead}</p>}
        <ul className={styles.list}>
          {ownSubjects(exam).map((subject) => (
            <SubjectRow
              key={subject.id}
              exam={exam}
              subject={subject}
              now={now}
              isEntered={isEntered}
              hereOnly={aheadOf(told, subject.id, here)}
            />
          ))}
        </ul>
      </section>
      <Parts exam={exam} now={now} />
      <section className={styles.part} aria-labelledby="rules">
        <h2 id="rules" className={styles.heading}>
          {texts.rules}
        </h2>
        <ul className={styles.rules}>
          {texts.rule.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>
          <ActionLink to={paths.test()}>{texts.practice}</ActionLink>
        </p>
      </section>
    </>
  );
}

/** What this device knows of a subject before the server's answer does; `null`: nothing. */
function aheadOf(told: MockExamDetail, id: string, here: StatesHere): 'sealed' | 'submitted' | null {
  const subject = told.subjects.find((one) => one.id === id);
  if (!subject || !isAheadOfServer(subject, here)) return null;
  return here[id] === 'sealed' ? 'sealed' : 'submitted';
}

/** The main action now. */
function Next({ exam, now }: { exam: MockExamDetail; now: number }) {
  const step = nextStep(exam, now);
  if (step === null) {
    const isOver = ['none', 'in_progress', 'canceled'].includes(exam.my_status);
    return isOver ? <p className={styles.note}>{texts.closed}</p> : null;
  }
  if (step.kind === 'pay')
    return (
      <div className={styles.next}>
        <PayFee exam={exam} />
      </div>
    );
  const isFirst = exam.my_status === 'none' || exam.my_status === 'canceled';
  const to =
    step.kind === 'entry'
      ? partPaths[step.part](exam.id)
      : step.kind === 'take'
        ? paths.mockexamExam(exam.id, step.subject)
        : step.kind === 'result'
          ? paths.mockexamResult(exam.id)
          : paths.mockexamExam(exam.id, ownSubjects(exam)[0]?.id ?? '');
  const words =
    step.kind === 'entry'
      ? isFirst
        ? texts.actions.entry
        : texts.actions.continue
      : texts.actions[step.kind];
  return (
    <div className={styles.next}>
      <ActionLink to={to} look="primary" data-testid="exam-enter">
        {words}
      </ActionLink>
    </div>
  );
}

function SubjectRow({
  exam,
  subject,
  now,
  isEntered,
  hereOnly,
}: {
  exam: MockExamDetail;
  subject: ExamSubject;
  now: number;
  isEntered: boolean;
  hereOnly: 'sealed' | 'submitted' | null;
}) {
  const { id, name, minutes, full_score, state, score, receipt_no, submitted_at, attempt } = subject;
  const isOver = state === 'submitted' || state === 'timed_out';
  const at = parseTime(submitted_at);
  const lateUntil = parseTime(subject.late_until);
  // What was handed in on another device is not stored here: only the server knows its marks.
  const to =
    isOver && attempt !== null && hereOnly === null
      ? paths.mockexamSubject(exam.id, attempt)
      : isOver
        ? paths.mockexamCheckresult(exam.id, id)
        : paths.mockexamExam(exam.id, id);
  // The server opens practice together with the keys: after the window, for everybody who has entered, but not for a
  // subject that still runs.
  const canPractise =
    ['entered', 'taking', 'finished', 'reported', 'absent'].includes(exam.my_status) &&
    windowOf(exam, now) === 'over' &&
    state !== 'running';
  const canOpen = isEntered && (isOver || state === 'running' || windowOf(exam, now) !== 'over');
  return (
    <li className={styles.subject} data-testid="exam-subject" data-state={state}>
      <div className={styles.head}>
        <h3 className={styles.name}>{canOpen ? <Link to={to}>{name}</Link> : name}</h3>
        <Chip tone={hereOnly === 'sealed' || state === 'running' ? 'orange' : isOver ? 'blue' : 'plain'}>
          {hereOnly === 'sealed' ? texts.waiting : texts.subjectStates[state]}
        </Chip>
      </div>
      <p className={styles.facts}>
        {texts.minutes(Math.round((minutes * exam.multiplier_pct) / 100))}・{full_score}点
        {score !== null && <strong> {texts.score(score, full_score)}</strong>}
      </p>
      {receipt_no && (
        <p className={styles.facts}>
          {texts.receipt(receipt_no)}
          {at !== null && `・${examMoment(at, now)}`}
        </p>
      )}
      {at !== null && hereOnly === null && now < at + lateMs && (
        <p className={styles.facts}>
          <Link to={paths.mockexamCheckresult(exam.id, id)}>{texts.reportTrouble}</Link>
        </p>
      )}
      {lateUntil !== null && <p className={styles.facts}>{texts.markingUntil(examMoment(lateUntil, now))}</p>}
      {canPractise && (
        <p>
          <Link to={paths.mockexamPractice(exam.id, id)} data-testid="exam-practice">
            {texts.again(name)}
          </Link>
        </p>
      )}
    </li>
  );
}

/** The three parts of the entry; they can be changed until the first start. */
function Parts({ exam, now }: { exam: MockExamDetail; now: number }) {
  const { entry, my_status } = exam;
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState('');
  const [keys] = useState(createSubmissionKey);
  const canChange =
    isEntryOpen(exam, now) && ['none', 'in_progress', 'entered', 'awaiting_payment'].includes(my_status);
  if (my_status === 'absent' || my_status === 'canceled') return null;
  const cancel = async () => {
    setAsking(false);
    try {
      await keepEntry(exam.id, await cancelEntry(exam.id, keys.keyFor('cancel')));
      blueAlert.show(texts.canceled);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  };
  return (
    <section className={styles.part} aria-labelledby="entry">
      <h2 id="entry" className={styles.heading}>
        {texts.checks} {partsDone(entry)} / {entryParts.length}
      </h2>
      <ul className={styles.list}>
        {entryParts.map((part) => {
          const isDone = entry?.progress[part] ?? false;
          return (
            <li key={part} className={styles.partRow}>
              <span>
                {texts.parts[part]}{' '}
                <Chip tone={isDone ? 'blue' : 'plain'}>{isDone ? texts.partDone : texts.partOpen}</Chip>
              </span>
              {canChange && (
                <Link
                  to={partPaths[part](exam.id)}
                  aria-label={`${texts.parts[part]} ${isDone ? texts.edit : texts.enter}`}
                >
                  {isDone ? texts.edit : texts.enter}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <p role="alert">{failure}</p>
      {canChange && (my_status === 'entered' || my_status === 'awaiting_payment') && (
        <ActionButton look="quiet" onClick={() => setAsking(true)}>
          {texts.cancel}
        </ActionButton>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.cancelTitle}
          body={texts.cancelBody}
          confirm={texts.cancel}
          onConfirm={() => void cancel()}
          onCancel={() => setAsking(false)}
        />
      )}
      {failure !== '' && <p className={styles.note}>{entryTexts.failed}</p>}
    </section>
  );
}
