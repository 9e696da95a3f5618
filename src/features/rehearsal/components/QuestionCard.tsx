import { IconFlag, IconFlagFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { FormField } from '#shared/ui/FormField.tsx';
import { type Attempt, withAnswer, withFlag } from '../attempt.ts';
import { type Question, questions } from '../questions.ts';
import { change, keptAnswers, onCut } from '../store.ts';
import { practiceTexts as texts } from '../texts.ts';
import styles from './Practice.module.css';

/** Every change is on the device before anything else happens. */
function answer(id: string, value: string): void {
  change(({ attempt }) => ({ attempt: attempt && withAnswer(attempt, id, value) }));
  onCut({ kind: 'changed', answers: keptAnswers() });
}

/** The open question with its answer and its flag. */
export function QuestionCard({ attempt }: { attempt: Attempt }) {
  const question = questions[attempt.current];
  if (!question) return null;
  const { id, subject } = question;
  const isFlagged = attempt.flags.includes(id);
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h3>{texts.question(attempt.current + 1)}</h3>
        <Chip>{subject}</Chip>
        <ActionButton
          look="quiet"
          className={styles.flag}
          aria-pressed={isFlagged}
          icon={
            isFlagged ? (
              <IconFlagFilled size={20} aria-hidden="true" />
            ) : (
              <IconFlag size={20} aria-hidden="true" />
            )
          }
          onClick={() => change((former) => ({ attempt: former.attempt && withFlag(former.attempt, id) }))}
        >
          {isFlagged ? texts.unflag : texts.flag}
        </ActionButton>
      </div>
      <Words question={question} />
      {question.options ? (
        <Options question={question} value={attempt.answers[id] ?? ''} />
      ) : (
        <NumberField id={id} value={attempt.answers[id] ?? ''} />
      )}
    </article>
  );
}

/** What is asked, with all it refers to. */
export function Words({ question: { body, quote, given } }: { question: Question }) {
  return (
    <>
      <p>{body}</p>
      {quote && (
        <p lang={quote.lang} className={styles.quote}>
          {quote.text}
        </p>
      )}
      {given && (
        <ul className={styles.given}>
          {given.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Options({ question: { id, options = [], lang }, value }: { question: Question; value: string }) {
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
              onChange={() => answer(id, mark)}
            />
            <span lang={lang}>{option}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Takes any width; what is no number is kept as it was typed, and said. */
function NumberField({ id, value }: { id: string; value: string }) {
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
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={value}
          onChange={({ currentTarget }) => answer(id, currentTarget.value)}
          onBlur={() => {
            setWasLeft(true);
            if (number !== null && number !== value) answer(id, number);
          }}
        />
      )}
    </FormField>
  );
}
