import { useState } from 'react';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { Field } from '#shared/form/Field.tsx';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import styles from './Exam.module.css';
import { texts } from './texts.ts';

/** `value`: the number of an option, counted from 1 as on a mark sheet, or the typed text; empty: no answer. */
type Answered = { id: string; value: string; onAnswer: (value: string) => void };

/** The field for an answer: a choice of options, or a whole number if there are none. */
export function AnswerField({
  options,
  lang,
  ...field
}: Answered & { options: readonly string[]; lang?: string }) {
  return options.length > 0 ? (
    <Options options={options} lang={lang} {...field} />
  ) : (
    <NumberField {...field} />
  );
}

function Options({
  id,
  options,
  lang,
  value,
  onAnswer,
}: Answered & { options: readonly string[]; lang: string | undefined }) {
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

/** Accepts any width. Input that is not a number is kept as typed, with a message. */
function NumberField({ id, value, onAnswer }: Answered) {
  const [wasLeft, setWasLeft] = useState(false);
  const number = readWholeNumber(value);
  return (
    <Field
      id={`question-${id}`}
      label={<MarkedLabel isRequired={true}>{texts.answer}</MarkedLabel>}
      required
      hint={texts.number}
      isSteady={true}
      error={wasLeft && number === null ? texts.noNumber : undefined}
      type="text"
      // The number pad of a phone often has no minus.
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
  );
}
