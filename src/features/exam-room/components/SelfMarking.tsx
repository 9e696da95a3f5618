import { useState } from 'react';
import type { Checkresult } from '#contracts/examAttempt.ts';
import type { AnswersFile, Paper } from '#contracts/examContent.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { Field } from '#shared/form/Field.tsx';
import { postSelfscore } from '#shared/lib/exam/attemptCalls.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { resultTexts as texts } from '../texts.ts';
import styles from './Check.module.css';

type Pending = Checkresult['pending'][number];

/** 記述: the taker's text beside the marking criteria; the takers give the points themselves (exams.md 2.1, 4). */
export function SelfMarking({
  row,
  paper,
  answers,
  result,
  onMarked,
}: {
  row: AttemptRow;
  paper: Paper | null;
  answers: AnswersFile | null;
  result: Checkresult;
  onMarked: (result: Checkresult) => void;
}) {
  return (
    <section className={styles.section}>
      <h2 className={styles.name}>{texts.self}</h2>
      <p>{texts.selfLead}</p>
      {result.pending.map((one) => {
        const question = paper?.sections
          .flatMap(({ questions }) => questions)
          .find(({ id }) => id === one.question);
        const own = result.slots.filter(({ group }) => group === one.group);
        return (
          <One
            key={one.group}
            row={row}
            one={one}
            name={question?.label ?? one.question}
            yours={own.map(({ value }) => value).join('\n')}
            rubric={answers?.questions.find(({ id }) => id === one.question) ?? null}
            onMarked={onMarked}
          />
        );
      })}
    </section>
  );
}

function One({
  row,
  one,
  name,
  yours,
  rubric,
  onMarked,
}: {
  row: AttemptRow;
  one: Pending;
  name: string;
  yours: string;
  rubric: AnswersFile['questions'][number] | null;
  onMarked: (result: Checkresult) => void;
}) {
  const [points, setPoints] = useState(one.points === null ? '' : String(one.points));
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const number = Number(readWholeNumber(points) || Number.NaN);
  const isFine = number >= 0 && number <= one.full;
  const save = async () => {
    setBusy(true);
    try {
      onMarked(await postSelfscore({ base: row.base, id: row.id, token: row.token }, one.group, number));
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
      <p role="status">{said}</p>
    </article>
  );
}
