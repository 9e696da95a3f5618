import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './Form.module.css';

/** The frame of a control: label above, error and hint below (product.md 2.0.3). */
export function FieldFrame({
  id,
  label,
  tag,
  error,
  hint,
  isSteady,
  children,
}: {
  id: string;
  label: ReactNode;
  /** 必須 or 任意, if a form has both. */
  tag?: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** The hint never goes away: it is read with the field, not announced when it changes. */
  isSteady?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {tag && <span className={styles.tag}>{tag}</span>}
      </label>
      <div className={styles.frame}>{children}</div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint} role={isSteady ? undefined : 'status'}>
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

/** Ids of the texts that belong to a control, for `aria-describedby`. */
export function describedBy(id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/**
 * A labelled input with its error and hint. Plain HTML: the login page has to stay within the first route's size
 * budget, and Mantine's inputs alone would take a fifth of it (performance.md 3).
 */
export function Field({
  id,
  label,
  tag,
  error,
  hint,
  isSteady,
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: ReactNode;
  tag?: string;
  error?: string | undefined;
  hint?: ReactNode;
  isSteady?: boolean | undefined;
  /** Inside the frame, after the input. */
  children?: ReactNode;
}) {
  return (
    <FieldFrame id={id} label={label} tag={tag} error={error} hint={hint} isSteady={isSteady}>
      <input
        id={id}
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
      {children}
    </FieldFrame>
  );
}
