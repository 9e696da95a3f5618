import { type ReactNode, useEffect, useRef } from 'react';
import styles from './FormField.module.css';
import { texts } from './texts.ts';

/** What a control takes over from its field. */
export type ControlProps = {
  id: string;
  className: string | undefined;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/**
 * A control with its label above and hint and error below (product.md 2.0.3). Plain HTML: Mantine's inputs are
 * too heavy for pages of guests (performance.md 3).
 */
export function FormField({
  id,
  label,
  isRequired = false,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  isRequired?: boolean;
  hint?: ReactNode;
  error?: string;
  children: (props: ControlProps) => ReactNode;
}) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        <span className={isRequired ? styles.required : styles.optional}>
          {isRequired ? texts.required : texts.optional}
        </span>
      </label>
      {children({
        id,
        className: styles.control,
        required: isRequired,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A field and what is wrong with it. */
export type FieldError = { id: string; message: string };

function focusField(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

/**
 * What went wrong, at the top of the form: one sentence, or links to the fields. A sentence takes the focus when it
 * comes; with fields the first of them has it.
 */
export function FormErrors({
  title,
  failure,
  fields,
}: {
  title: string;
  failure: string | null;
  fields: readonly FieldError[];
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure && fields.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={box} data-testid="form-error">
      <p className={styles.summaryTitle}>{title}</p>
      {failure && <p>{failure}</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map(({ id, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={focusField}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
