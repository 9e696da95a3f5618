import type { ReactNode } from 'react';
import styles from './Chip.module.css';

/** A short fact on a card. The colour repeats what the words say, it never stands alone. */
export function Chip({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: 'plain' | 'blue' | 'orange' | 'pink' | 'red';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.chip} ${styles[tone]}`}>
      {icon}
      {children}
    </span>
  );
}
