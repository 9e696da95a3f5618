import type { ReactNode, TextareaHTMLAttributes } from 'react';
import { describedBy, FieldFrame } from './Field.tsx';
import styles from './TextBox.module.css';

/** A labelled multi-line box with its error and hint; the learner can make it higher. */
export function TextBox({
  id,
  label,
  tag,
  error,
  hint,
  ...box
}: TextareaHTMLAttributes<HTMLTextAreaElement> & {
  id: string;
  label: ReactNode;
  /** 必須 or 任意, if a form has both. */
  tag?: string | undefined;
  error?: string | undefined;
  hint?: ReactNode;
}) {
  return (
    <FieldFrame id={id} label={label} {...(tag && { tag })} error={error} hint={hint} isSteady={true}>
      <textarea
        id={id}
        className={styles.box}
        {...box}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  );
}
