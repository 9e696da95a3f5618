import { type CompositionEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type ExamKind, type Question, type Slot, unknownValue } from '#contracts/examContent.ts';
import { plainNumber } from '#contracts/examValue.ts';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { countSigns, toggleOption } from '../model.ts';
import { texts } from '../texts.ts';
import { OptionSign } from './OptionSign.tsx';
import type { Media } from './PaperHtml.tsx';
import { PaperHtml } from './PaperHtml.tsx';
import styles from './Slot.module.css';

export type Answering = {
  slot: Slot;
  question: Question;
  name: string;
  kind: ExamKind;
  value: string;
  isOpen: boolean;
  media: Media | null;
  onAnswer: (value: string) => void;
};

/** The answer field of a slot; mark boxes are in a group (MarkBoxes.tsx). */
export function SlotField(props: Answering) {
  const { kind } = props.slot;
  if (kind === 'choice') return <Choice {...props} />;
  if (kind === 'self') return <LongText {...props} />;
  return <ShortText {...props} isNumber={kind === 'number'} />;
}

function Choice({ slot, question, name, kind, value, isOpen, media, onAnswer }: Answering) {
  const isMulti = slot.max > 1;
  const chosen = isMulti ? value.split(',').filter(Boolean) : [value];
  const isFull = isMulti && chosen.length >= slot.max;
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || isImeKey(event.nativeEvent)) return;
    event.preventDefault();
    onAnswer('');
  };
  const options =
    kind === 'konoshiki' ? [...slot.options, { value: unknownValue, html: texts.unknown }] : slot.options;
  return (
    <fieldset
      className={styles.options}
      data-slot={slot.id}
      data-value={value}
      onKeyDown={clear}
      disabled={!isOpen}
    >
      <legend className={styles.legend}>{name}</legend>
      {isMulti && <p className={styles.hint}>{texts.most(slot.max)}</p>}
      {options.map((option, at) => {
        const isChosen = chosen.includes(option.value);
        return (
          <label key={option.value} className={styles.option} data-chosen={isChosen || undefined}>
            <input
              type={isMulti ? 'checkbox' : 'radio'}
              name={`slot-${slot.id}`}
              value={option.value}
              data-testid="exam-option"
              data-slot={slot.id}
              checked={isChosen}
              disabled={!isOpen || (isFull && !isChosen)}
              onChange={() => onAnswer(isMulti ? toggleOption(slot, value, option.value) : option.value)}
            />
            {option.value !== unknownValue && <OptionSign value={option.value} at={at} />}
            <PaperHtml html={option.html} media={media} lang={question.lang} className={styles.optionText} />
          </label>
        );
      })}
      {value !== '' && isOpen && (
        <button type="button" className={styles.clear} onClick={() => onAnswer('')}>
          {texts.clear}
        </button>
      )}
    </fieldset>
  );
}

/**
 * A text field. Text in an input method (IME) is no answer yet: it counts when its composition has ended (exams.md 4).
 */
function useTyping(value: string, onAnswer: (value: string) => void) {
  const [draft, setDraft] = useState(value);
  const isComposing = useRef(false);
  useEffect(() => {
    if (!isComposing.current) setDraft(value);
  }, [value]);
  return {
    value: draft,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setDraft(currentTarget.value);
      if (!isComposing.current) onAnswer(currentTarget.value);
    },
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      isComposing.current = false;
      setDraft(currentTarget.value);
      onAnswer(currentTarget.value);
    },
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  };
}

function ShortText({ slot, name, value, isOpen, isNumber, onAnswer }: Answering & { isNumber: boolean }) {
  const typing = useTyping(value, onAnswer);
  const [wasLeft, setWasLeft] = useState(false);
  const isOdd = isNumber && wasLeft && value.trim() !== '' && plainNumber(value) === null;
  const id = `slot-${slot.id}`;
  return (
    <div className={styles.text}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        type="text"
        inputMode="text"
        data-slot={slot.id}
        maxLength={isNumber ? 24 : 200}
        readOnly={!isOpen}
        aria-invalid={isOdd || undefined}
        aria-describedby={isNumber ? `${id}-hint` : undefined}
        onBlur={() => setWasLeft(true)}
        {...typing}
      />
      {isNumber && (
        <p id={`${id}-hint`} className={isOdd ? styles.error : styles.hint}>
          {isOdd ? texts.noNumber : texts.number}
        </p>
      )}
    </div>
  );
}

function LongText({ slot, name, value, isOpen, onAnswer }: Answering) {
  const typing = useTyping(value, onAnswer);
  const id = `slot-${slot.id}`;
  const signs = countSigns(typing.value);
  return (
    <div className={styles.text}>
      <label htmlFor={id}>{name}</label>
      <textarea
        id={id}
        rows={6}
        data-slot={slot.id}
        maxLength={4000}
        readOnly={!isOpen}
        aria-describedby={`${id}-hint`}
        {...typing}
      />
      <p id={`${id}-hint`} className={slot.chars !== null && signs > slot.chars ? styles.error : styles.hint}>
        {slot.chars === null ? texts.signs(signs) : texts.signsOf(signs, slot.chars)}・{texts.self}
      </p>
    </div>
  );
}
