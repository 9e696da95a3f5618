import { useEffect, useRef, useState } from 'react';
import type { EntryQuestion } from '#contracts/entryExam.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { FormField } from '#shared/ui/FormField.tsx';
import { runTexts as texts } from '../texts.ts';
import styles from './Test.module.css';

/** One question with its passage beside or above it, and where the answer is given. */
export function QuestionSheet({
  question,
  no,
  area,
  value,
  isMoved,
  onAnswer,
}: {
  question: EntryQuestion;
  no: number;
  area: string;
  value: string;
  /** Another question was open before: its heading takes the focus. */
  isMoved: boolean;
  onAnswer: (value: string) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isMoved) heading.current?.focus({ preventScroll: true });
  }, [isMoved]);
  const { body, passage, lang, quote, options } = question;
  return (
    <div className={styles.sheet} data-split={passage ? true : undefined}>
      {passage && (
        <details className={styles.passage} open={true} lang={lang}>
          <summary lang="ja">{texts.passage}</summary>
          {passage
            .trim()
            .split('\n')
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
        </details>
      )}
      <article className={styles.card}>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {texts.question(no)}
          </h2>
          <span className={styles.small}>{area}</span>
        </div>
        <p>{body}</p>
        {quote && (
          <p className={styles.quote} lang={lang}>
            {quote}
          </p>
        )}
        {options.length > 0 ? (
          <Options question={question} value={value} onAnswer={onAnswer} />
        ) : (
          <NumberField id={question.id} value={value} onAnswer={onAnswer} />
        )}
      </article>
    </div>
  );
}

type Field = { value: string; onAnswer: (value: string) => void };

function Options({ question: { id, options, lang }, value, onAnswer }: { question: EntryQuestion } & Field) {
  return (
    <fieldset className={styles.options}>
      <legend className="visually-hidden">{texts.answer}</legend>
      {options.map((option, at) => {
        const mark = String(at + 1);
        return (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={`question-${id}`}
              value={mark}
              checked={value === mark}
              onChange={() => onAnswer(mark)}
            />
            <span lang={lang}>{option}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Takes any width; what is no number is kept as it was typed, and said. */
function NumberField({ id, value, onAnswer }: { id: string } & Field) {
  const [wasLeft, setWasLeft] = useState(false);
  const number = readWholeNumber(value);
  return (
    <FormField
      id={`question-${id}`}
      label={texts.answer}
      isRequired={true}
      hint={texts.number}
      error={wasLeft && number === null ? texts.noNumber : undefined}
    >
      {(props) => (
        <input
          {...props}
          type="text"
          // A phone's number pad often has no minus.
          inputMode="text"
          autoComplete="off"
          maxLength={10}
          value={value}
          onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
          onBlur={() => {
            setWasLeft(true);
            if (number !== null && number !== value) onAnswer(number);
          }}
        />
      )}
    </FormField>
  );
}
