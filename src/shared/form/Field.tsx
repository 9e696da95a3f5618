import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './Form.module.css';

/** What stands around a control: its label above, error and hint below (product.md 2.0.3). */
export function FieldFrame({
  id,
  label,
  tag,
  error,
  hint,
  children,
}: {
  id: string;
  label: string;
  /** 必須 or 任意, where a form has both. */
  tag?: string;
  error?: string;
  hint?: string;
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
        <p id={`${id}-hint`} className={styles.hint} role="status">
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

/** Names of what belongs to a control, for `aria-describedby`. */
export function describedBy(id: string, { hint, error }: { hint?: string; error?: string }) {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/**
 * A labelled input with its error and hint. Plain HTML: the login page has to stay within the first route's budget,
 * and Mantine's inputs alone would take a fifth of it (performance.md 3).
 */
export function Field({
  id,
  label,
  tag,
  error,
  hint,
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  tag?: string;
  error?: string;
  hint?: string;
  /** Stands inside the frame, after the input. */
  children?: ReactNode;
}) {
  return (
    <FieldFrame id={id} label={label} tag={tag} error={error} hint={hint}>
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
