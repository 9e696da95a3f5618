import { useState } from 'react';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { Field } from '#shared/form/Field.tsx';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import styles from './Exam.module.css';
import { texts } from './texts.ts';

/** `value`: the number of an option, counted from 1 as on a mark sheet, or what was typed; empty: no answer. */
type Answered = { id: string; value: string; onAnswer: (value: string) => void };

/** Where a question is answered: one of its options, or without options a whole number. */
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

/** Takes any width; what is no number is kept as it was typed, and said. */
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
  );
}
