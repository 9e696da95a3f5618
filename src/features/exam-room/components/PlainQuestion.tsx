import { type ExamKind, type Question, type Slot, unknownValue } from '#contracts/examContent.ts';
import { signOf, toggleOption } from '../model.ts';
import { plainOf } from '../plainOf.ts';
import { texts } from '../texts.ts';
import { OptionSign } from './OptionSign.tsx';
import styles from './Question.module.css';
import room from './Room.module.css';
import slots from './Slot.module.css';

/** The plain text of a text that cannot be rendered (row 25). */
export function PlainText({
  html,
  lang,
  reading,
}: {
  html: string;
  lang: Question['lang'];
  reading: string;
}) {
  return (
    <div translate="no">
      <p className={room.note}>{texts.broken}</p>
      <p className={styles.plain} lang={lang}>
        {reading || plainOf(html)}
      </p>
    </div>
  );
}

type Answering = {
  slot: Slot;
  name: string;
  kind: ExamKind;
  value: string;
  isOpen: boolean;
  onAnswer: (value: string) => void;
};

/** The answer field of a slot whose own field cannot be rendered: the simplest one for the same values (row 25). */
export function PlainField(props: Answering) {
  const { slot, name, value, isOpen, onAnswer } = props;
  if (slot.kind === 'choice') return <PlainChoice {...props} />;
  const id = `plain-${slot.id}`;
  const type = (typed: string) => {
    if (slot.kind !== 'mark') return onAnswer(typed);
    const sign = signOf(slot.signs, typed);
    if (typed === '' || sign !== null) onAnswer(sign ?? '');
  };
  const field = {
    id,
    'data-slot': slot.id,
    value,
    readOnly: !isOpen,
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type(currentTarget.value),
  };
  return (
    <div className={slots.text}>
      <label htmlFor={id}>{name}</label>
      {slot.kind === 'self' ? (
        <textarea rows={6} maxLength={4000} {...field} />
      ) : (
        <input type="text" maxLength={200} {...field} />
      )}
    </div>
  );
}

function PlainChoice({ slot, name, kind, value, isOpen, onAnswer }: Answering) {
  const isMulti = slot.max > 1;
  const chosen = isMulti ? value.split(',').filter(Boolean) : [value];
  const isFull = isMulti && chosen.length >= slot.max;
  const options =
    kind === 'konoshiki' ? [...slot.options, { value: unknownValue, html: texts.unknown }] : slot.options;
  return (
    <fieldset className={slots.options} data-slot={slot.id} data-value={value} disabled={!isOpen}>
      <legend className={slots.legend}>{name}</legend>
      {options.map(({ value: own, html }, at) => (
        <label key={own} className={slots.option} data-chosen={chosen.includes(own) || undefined}>
          <input
            type={isMulti ? 'checkbox' : 'radio'}
            name={`plain-${slot.id}`}
            value={own}
            data-testid="exam-option"
            data-slot={slot.id}
            checked={chosen.includes(own)}
            disabled={!isOpen || (isFull && !chosen.includes(own))}
            onChange={() => onAnswer(isMulti ? toggleOption(slot, value, own) : own)}
          />
          {own !== unknownValue && <OptionSign value={own} at={at} />}
          <span>{plainOf(html)}</span>
        </label>
      ))}
      {value !== '' && isOpen && (
        <button type="button" className={slots.clear} onClick={() => onAnswer('')}>
          {texts.clear}
        </button>
      )}
    </fieldset>
  );
}

/** A question that cannot be rendered properly: its plain text and simple fields (row 25). */
export function PlainQuestion({
  question,
  name,
  kind,
  slotValue,
  isOpen,
  onAnswer,
}: {
  question: Question;
  name: string;
  kind: ExamKind;
  slotValue: (slot: string) => string;
  isOpen: boolean;
  onAnswer: (slot: string, value: string) => void;
}) {
  return (
    <article
      className={styles.question}
      data-testid="exam-question"
      data-question={question.id}
      translate="no"
    >
      <h2 tabIndex={-1} className={room.questionName}>
        {name}
      </h2>
      <PlainText html={question.html} lang={question.lang} reading={question.reading} />
      <div className={styles.slots}>
        {question.slots.map((slot) => (
          <PlainField
            key={slot.id}
            slot={slot}
            name={slot.label === '' ? name : texts.mark(slot.label, name)}
            kind={kind}
            value={slotValue(slot.id)}
            isOpen={isOpen}
            onAnswer={(value) => onAnswer(slot.id, value)}
          />
        ))}
      </div>
    </article>
  );
}
