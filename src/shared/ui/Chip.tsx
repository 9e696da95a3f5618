import type { ReactNode } from 'react';
import styles from './Chip.module.css';

/** A short fact on a card. The colour only repeats the words. */
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
