import type { ReactNode } from 'react';
import styles from './MarkedLabel.module.css';
import { formTexts } from './texts.ts';

/** The label of a field with 必須 or 任意 as a coloured mark, for forms that are a letter. */
export function MarkedLabel({ isRequired = false, children }: { isRequired?: boolean; children: ReactNode }) {
  return (
    <span className={styles.label}>
      {children}
      <span className={isRequired ? styles.required : styles.optional}>
        {isRequired ? formTexts.required : formTexts.optional}
      </span>
    </span>
  );
}
