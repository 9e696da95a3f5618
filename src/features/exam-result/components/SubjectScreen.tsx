import 'katex/dist/katex.min.css';
import { type ReactNode, useState } from 'react';
import type { SubjectResult } from '#contracts/examResult.ts';
import { AnswerSound } from '#shared/exam/AnswerSound.tsx';
import { BroadcastScripts } from '#shared/exam/BroadcastScripts.tsx';
import { keyWords } from '#shared/exam/keyWords.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { askSingle, useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { attemptSession } from '#shared/lib/review/sessionId.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { formatClockWords, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { subjectResultOf } from '../api.ts';
import { isAloneWrong } from '../model.ts';
import { texts } from '../texts.ts';
import { Subject } from './ReportScreen.tsx';
import styles from './Result.module.css';
import { LessonLink } from './WeakUnits.tsx';

/** Colours of states; the words say the same. */
const tones: Record<string, 'blue' | 'red' | 'orange'> = {
  right: 'blue',
  partial: 'orange',
  pending: 'orange',
  wrong: 'red',
  empty: 'red',
};

type Filter = 'all' | 'wrong' | 'alone';

const moment = (iso: string | null) => {
  const at = parseTime(iso);
  return at === null ? '' : examMoment(at, serverNow());
};

/** Why there are no marks: answers of the device are awaited, or the marks are not open. */
function notYetWords({ late_until, marks_at }: SubjectResult): string {
  if (late_until !== null) return texts.markingUntil(moment(late_until));
  return marks_at === null ? texts.notPublishedSoon : texts.marksAt(moment(marks_at));
}

/** Draws the way into the review for a question of a result. */
type AddOf = (report: SubjectResult['report'], question: SubjectResult['questions'][number]) => ReactNode;

/** `/mypage/mockexam/{id}/result/{id}`: every question of a subject, with what was right and why (product.md 2.3.L). */
export function SubjectScreen({ id, result, addOf }: { id: string; result: string; addOf: AddOf }) {
  const found = useSingle(subjectResultOf(id, result));
  if (isNotFound(found.error)) throw found.error;
  return (
    <MirrorView
      mirror={found}
      shape={<TextSkeleton lines={8} />}
      heading={<PageHeader title={texts.subjectTitle} />}
    >
      {(shown) => (
        <div className={styles.page}>
          <PageHeader title={texts.subjectTitle} lead={shown.report?.name} />
          {found.isStale && <ListStatus mirror={found} />}
          {shown.status === 'not_published' ? (
            <StateCard
              picture="clock"
              title={notYetWords(shown)}
              actions={<ActionLink to={paths.mockexamResult(id)}>{texts.title}</ActionLink>}
            />
          ) : (
            <Questions id={id} attempt={result} result={shown} addOf={addOf} />
          )}
        </div>
      )}
    </MirrorView>
  );
}

function Questions({
  id,
  attempt,
  result,
  addOf,
}: {
  id: string;
  attempt: string;
  result: SubjectResult;
  addOf: AddOf;
}) {
  const { report, questions, answers, keys_at } = result;
  return (
    <>
      {report && (
        <section className={styles.card}>
          <Subject id={id} subject={{ ...report, attempt: null }} />
        </section>
      )}
      {report && report.units.length > 0 && (
        <section className={styles.part} aria-labelledby="units">
          <h2 id="units" className={styles.heading}>
            {texts.units}
          </h2>
          <table className={styles.table}>
            <tbody>
              {report.units.map((unit) => (
                <tr key={unit.id}>
                  <th scope="row">{unit.name}</th>
                  <td>{texts.unit(unit.points, unit.full)}</td>
                  <td>{unit.rate === null ? '' : texts.rate(unit.rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <QuestionTable
        questions={questions}
        answers={answers}
        keysAt={answers ? null : keys_at}
        renew={() => askSingle(subjectResultOf(id, attempt))}
        addOf={(question) => addOf(report, question)}
      />
      <div className={styles.buttons}>
        <ActionLink to={paths.reviewSession(attemptSession(attempt))} look="primary">
          {texts.toReview}
        </ActionLink>
        {report && answers && (
          <ActionLink to={paths.mockexamPractice(id, report.id)}>{texts.practise}</ActionLink>
        )}
        {report?.note === 'self' && answers && (
          <ActionLink to={paths.mockexamCheckresult(id, report.id)}>{texts.toSelfMarking}</ActionLink>
        )}
        <ActionLink to={paths.mockexamResult(id)}>{texts.title}</ActionLink>
      </div>
    </>
  );
}

/** Each question with the learner's answer; once the keys are open, also with key and explanation. */
export function QuestionTable({
  questions,
  answers,
  keysAt,
  renew,
  addOf,
}: {
  questions: SubjectResult['questions'];
  answers: SubjectResult['answers'];
  /** When the keys will be opened; `null`: they are open. */
  keysAt: string | null;
  /** Asks for the same result anew: the addresses of its sounds expire. */
  renew: () => Promise<SubjectResult>;
  /** Draws the way into the review: only what has its key and explanation becomes a card. */
  addOf: (question: SubjectResult['questions'][number]) => ReactNode;
}) {
  const [filter, setFilter] = useState<Filter>('all');
  const filters = { all: texts.filterAll, wrong: texts.filterWrong, alone: texts.filterAlone } as const;
  const shown = questions.filter((question) =>
    filter === 'wrong' ? question.state !== 'right' : filter === 'alone' ? isAloneWrong(question) : true,
  );
  return (
    <section className={styles.part} aria-labelledby="questions">
      <h2 id="questions" className={styles.heading}>
        {texts.questions}
      </h2>
      {keysAt !== null && <p>{texts.keysAt(moment(keysAt))}</p>}
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{texts.filter}</legend>
        {(Object.keys(filters) as Filter[]).map((name) => (
          <button
            key={name}
            type="button"
            className={styles.filter}
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {filters[name]}
          </button>
        ))}
      </fieldset>
      {shown.length === 0 && <p>{texts.noneFound}</p>}
      <ul className={styles.cards}>
        {shown.map((question) => (
          <li
            key={question.id}
            className={styles.card}
            data-testid="result-question"
            data-state={question.state}
          >
            <div className={styles.head}>
              <h3>
                {question.section} {question.label}
              </h3>
              <Chip tone={tones[question.state] ?? 'plain'}>{texts.states[question.state] ?? ''}</Chip>
            </div>
            <Facts question={question} />
            {question.sound !== null && (
              <AnswerSound
                question={`${question.section} ${question.label}`}
                url={question.sound}
                renew={async () =>
                  (await renew()).questions.find(({ id }) => id === question.id)?.sound ?? null
                }
              />
            )}
            <table className={styles.table}>
              <tbody>
                {question.slots.map((slot) => (
                  <tr key={slot.id}>
                    <th scope="row" className={styles.short}>
                      {slot.label || question.label}
                    </th>
                    <td>
                      {texts.columns.yours} {slot.value || '―'}
                    </td>
                    {slot.key !== null && (
                      <td>
                        {texts.columns.key} {keyWords(slot.key, slot.notes)}
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
            {question.lessons.map((lesson) => (
              <LessonLink key={lesson.id} lesson={lesson} />
            ))}
            <Why html={answers?.questions.find(({ id }) => id === question.id)?.why ?? ''} />
            {answers && addOf(question)}
          </li>
        ))}
      </ul>
      {answers && <BroadcastScripts tracks={answers.tracks} />}
    </section>
  );
}

/** Points, rate of all takers, unit, and how long it was open. */
function Facts({ question }: { question: SubjectResult['questions'][number] }) {
  const { points, full, rate, unit, time_spent } = question;
  const facts = [
    points !== null && texts.scoreOf(points, full),
    rate !== null && `${texts.columns.rate} ${texts.rate(rate)}`,
    unit,
  ];
  return (
    <>
      <p className={styles.small}>{facts.filter(Boolean).join('・')}</p>
      <p className={styles.small} data-testid="result-time">
        {texts.timeSpent}{' '}
        {time_spent === null ? (
          <>
            <span aria-hidden="true">—</span>
            <span className="visually-hidden">{texts.noTimeSpent}</span>
          </>
        ) : (
          formatClockWords(time_spent)
        )}
      </p>
    </>
  );
}

function Why({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <details>
      <summary>{texts.why}</summary>
      <SafeHtml html={html} />
    </details>
  );
}
