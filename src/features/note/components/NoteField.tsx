import { type KeyboardEvent, type Ref, useId } from 'react';
import { noteMaxLength } from '#contracts/study.ts';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { judgeBody } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './NoteField.module.css';

/** The counter is shown from this number of remaining characters on. */
const countedFrom = 200;

/** The text of a note with its counter (V12). Ctrl+Enter saves. */
export function NoteField({
  ref,
  label,
  value,
  onChange,
  onSubmit,
  onFocus,
}: {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  onFocus?: () => void;
}) {
  const id = useId();
  const { left, isTooLong } = judgeBody(value);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isImeKey(event.nativeEvent)) onSubmit();
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        className={styles.text}
        rows={3}
        value={value}
        placeholder={texts.placeholder}
        aria-invalid={isTooLong}
        aria-describedby={`${id}hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={onFocus}
      />
      <p id={`${id}hint`} className={styles.hint} data-wrong={isTooLong}>
        <span role={isTooLong ? 'alert' : undefined}>{isTooLong && texts.tooLong}</span>
        {left <= countedFrom && <span className={styles.counter}>{texts.counter(left)}</span>}
        {left > countedFrom && <span className="visually-hidden">{`${noteMaxLength}文字まで`}</span>}
      </p>
    </div>
  );
}
