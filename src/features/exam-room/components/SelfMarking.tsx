import { useState } from 'react';
import type { Checkresult } from '#contracts/examAttempt.ts';
import type { AnswersFile } from '#contracts/examContent.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { Field } from '#shared/form/Field.tsx';
import { type CallOf, postSelfscore } from '#shared/lib/exam/attemptCalls.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ErrorLine } from '#shared/ui/ErrorLine.tsx';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { resultTexts as texts } from '../texts.ts';
import type { Answers } from '../useAnswers.ts';
import styles from './Check.module.css';

type Pending = Checkresult['pending'][number];

/**
 * 記述: the taker's text beside the marking criteria; the takers give the points themselves (exams.md 2.1, 4), once they
 * have the criteria. Nothing if no group is marked by hand. `of`: the attempt; without its token the session is used.
 * `nameOf`: what a question is called on paper; `null`: that is not known.
 */
export function SelfMarking({
  of,
  nameOf,
  answers,
  result,
  onMarked,
}: {
  of: CallOf;
  nameOf: (question: string) => string | null;
  answers: Answers;
  result: Checkresult;
  onMarked: (result: Checkresult) => void;
}) {
  const { pending, slots, answers_key, keys_at } = result;
  if (pending.length === 0) return null;
  const opens = parseTime(keys_at);
  return (
    <section className={styles.section} data-testid="exam-self">
      <h2 className={styles.name}>{texts.self}</h2>
      {answers_key === null ? (
        <p>{texts.selfLater(opens === null ? '' : examMoment(opens, serverNow()))}</p>
      ) : (
        <>
          <Lead answers={answers} />
          {pending.map((one, at) => (
            <One
              key={one.group}
              of={of}
              one={one}
              name={nameOf(one.question) ?? texts.selfNth(at + 1)}
              yours={slots.flatMap(({ group, value }) => (group === one.group ? [value] : [])).join('\n')}
              criteria={answers.file}
              onMarked={onMarked}
            />
          ))}
        </>
      )}
    </section>
  );
}

/** What to do with the criteria, or why that has to wait. */
function Lead({ answers: { file, error, retry } }: { answers: Answers }) {
  if (file !== null) return <p>{texts.selfLead}</p>;
  if (error === null) return <p>{texts.selfLoading}</p>;
  return (
    <>
      <p>{texts.selfMissing}</p>
      <ErrorLine error={error} onRetry={retry} />
    </>
  );
}

function One({
  of,
  one,
  name,
  yours,
  criteria,
  onMarked,
}: {
  of: CallOf;
  one: Pending;
  name: string;
  yours: string;
  criteria: AnswersFile | null;
  onMarked: (result: Checkresult) => void;
}) {
  const [points, setPoints] = useState(one.points === null ? '' : String(one.points));
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const number = Number(readWholeNumber(points) || Number.NaN);
  const isFine = number >= 0 && number <= one.full;
  const rubric = criteria?.questions.find(({ id }) => id === one.question);
  const save = async () => {
    setBusy(true);
    try {
      onMarked(await postSelfscore(of, one.group, number));
      setSaid(texts.selfSaved);
    } catch (error) {
      console.warn('exam: own points', error);
      setSaid(texts.selfFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <article className={styles.self}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.label}>{texts.selfYours}</p>
      <p className={styles.yours}>{yours.trim() === '' ? texts.selfEmpty : yours}</p>
      {rubric?.model && <SafeHtml html={rubric.model} />}
      {rubric && rubric.rubric.length > 0 && (
        <ul>
          {rubric.rubric.map(({ text, points: worth }) => (
            <li key={text}>
              {text}({worth}点)
            </li>
          ))}
        </ul>
      )}
      {criteria && (
        <>
          <Field
            id={`self-${one.group}`}
            label={texts.selfPoints(one.full)}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={points}
            onChange={({ currentTarget }) => setPoints(currentTarget.value)}
          />
          <ActionButton disabled={isBusy || !isFine} onClick={() => void save()}>
            {texts.selfSave}
          </ActionButton>
        </>
      )}
      <p role="status">{said}</p>
    </article>
  );
}
