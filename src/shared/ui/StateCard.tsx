import type { ReactNode } from 'react';
import { Picture, type PictureName } from './Picture.tsx';
import styles from './StateCard.module.css';

/**
 * Picture, one sentence, one action: the frame of empty, failed and special states (product.md 2.0.2). `title` becomes
 * a heading of level `level`; 1 on screens that have only this card.
 */
export function StateCard({
  picture,
  title,
  level = 2,
  children,
  actions,
  note,
  testId,
  role,
  isFlat = false,
}: {
  picture: PictureName;
  title: string;
  level?: 1 | 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
  note?: ReactNode;
  testId?: string;
  role?: 'alert';
  /** For use on a page that is a card itself. */
  isFlat?: boolean;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={isFlat ? `${styles.card} ${styles.flat}` : styles.card} data-testid={testId} role={role}>
      <Picture name={picture} />
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
