import { useId, useRef, useState } from 'react';
import { ActionButton } from '../Action.tsx';
import styles from './TryExam.module.css';
import { tryTexts as words } from './tryTexts.ts';

/** A sample question; `right` is the index of the right choice. */
export type TryQuestion = {
  body: string;
  /** A sentence that the question is about, in the language of the choices. */
  quote?: string;
  lang?: 'en';
  choices: readonly string[];
  right: number;
  why: string;
};

/** Answers and flags by index. Nothing is sent or stored. */
type Sheet = { answers: (number | null)[]; flags: boolean[] };

const emptySheet = (count: number): Sheet => ({
  answers: Array.from({ length: count }, () => null),
  flags: Array.from({ length: count }, () => false),
});

/** A demo of the exam screen with sample questions: answer, flag, review the answers, have them marked. */
export function TryExam({ label, questions }: { label: string; questions: readonly TryQuestion[] }) {
  const [sheet, setSheet] = useState(() => emptySheet(questions.length));
  const [place, setPlace] = useState(0);
  const [isMarked, setMarked] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  const question = questions[place];
  if (!question) return null;
  const open = sheet.answers.filter((answer) => answer === null).length;

  const mark = () => {
    setMarked(true);
    requestAnimationFrame(() => result.current?.focus());
  };
  const again = () => {
    setSheet(emptySheet(questions.length));
    setPlace(0);
    setMarked(false);
  };
  const flip = <T,>(list: readonly T[], value: T) => list.map((old, at) => (at === place ? value : old));

  return (
    <section className={styles.exam} aria-label={label} data-testid="try-exam">
      {isMarked ? (
        <>
          <p className={styles.result} ref={result} tabIndex={-1}>
            {words.result(
              questions.filter(({ right }, at) => sheet.answers[at] === right).length,
              questions.length,
            )}
          </p>
          <ol className={styles.marked}>
            {questions.map((one, at) => (
              <Marked key={one.body} question={one} answer={sheet.answers[at] ?? null} />
            ))}
          </ol>
          <div className={styles.actions}>
            <ActionButton onClick={again}>{words.again}</ActionButton>
          </div>
        </>
      ) : (
        <>
          <Places sheet={sheet} place={place} onGo={setPlace} />
          <Asked
            key={place}
            question={question}
            title={words.question(place + 1, questions.length)}
            answer={sheet.answers[place] ?? null}
            onAnswer={(answer) => setSheet({ ...sheet, answers: flip<number | null>(sheet.answers, answer) })}
          />
          <div className={styles.actions}>
            {questions.length > 1 && (
              <>
                <ActionButton
                  aria-pressed={sheet.flags[place] ?? false}
                  className={styles.flag}
                  onClick={() => setSheet({ ...sheet, flags: flip(sheet.flags, !sheet.flags[place]) })}
                >
                  {words.flag}
                </ActionButton>
                <ActionButton disabled={place === 0} onClick={() => setPlace(place - 1)}>
                  {words.previous}
                </ActionButton>
                <ActionButton disabled={place === questions.length - 1} onClick={() => setPlace(place + 1)}>
                  {words.next}
                </ActionButton>
              </>
            )}
            <ActionButton onClick={mark}>{words.mark}</ActionButton>
          </div>
          <p className={styles.left} role="status">
            {open > 0 ? words.openLeft(open) : ''}
          </p>
        </>
      )}
    </section>
  );
}

function Places({ sheet, place, onGo }: { sheet: Sheet; place: number; onGo: (place: number) => void }) {
  if (sheet.answers.length < 2) return null;
  return (
    <ol className={styles.places} aria-label={words.list}>
      {sheet.answers.map((answer, at) => {
        const states = [
          answer === null ? words.open : words.answered,
          ...(sheet.flags[at] ? [words.flagged] : []),
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place
          <li key={at}>
            <button
              type="button"
              className={styles.place}
              aria-label={words.go(at + 1, states.join('・'))}
              aria-current={at === place ? 'step' : undefined}
              data-answered={answer !== null}
              data-flagged={sheet.flags[at]}
              onClick={() => onGo(at)}
            >
              {at + 1}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Asked({
  question,
  title,
  answer,
  onAnswer,
}: {
  question: TryQuestion;
  title: string;
  answer: number | null;
  onAnswer: (answer: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.asked}>
      <legend className={styles.legend}>
        <span className={styles.number}>{title}</span>
        {question.body}
        {question.quote && (
          <span className={styles.quote} lang={question.lang}>
            {question.quote}
          </span>
        )}
      </legend>
      {question.choices.map((choice, at) => (
        <label key={choice} className={styles.choice}>
          <input type="radio" name={name} checked={answer === at} onChange={() => onAnswer(at)} />
          <span lang={question.lang}>{choice}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Marked({ question, answer }: { question: TryQuestion; answer: number | null }) {
  const isRight = answer === question.right;
  const chosen = answer === null ? undefined : question.choices[answer];
  return (
    <li className={styles.one} data-right={isRight}>
      <p className={styles.verdict}>{isRight ? words.right : words.wrong}</p>
      <p>{question.body}</p>
      {question.quote && <p lang={question.lang}>{question.quote}</p>}
      <p>{words.yours(chosen ?? words.none)}</p>
      {!isRight && <p>{words.answer(question.choices[question.right] ?? '')}</p>}
      <p className={styles.why}>{question.why}</p>
    </li>
  );
}
