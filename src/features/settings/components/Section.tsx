import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from './Section.module.css';

/** A group of settings under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.rows}>{children}</div>
    </section>
  );
}

/** One setting: its name with a hint at the left, its control at the right, or below on a phone if `isWide`. */
export function Row({
  label,
  labelId,
  hint,
  isWide = false,
  children,
}: {
  label: string;
  labelId?: string;
  hint?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={styles.row} data-wide={isWide}>
      <div className={styles.words}>
        <p id={labelId} className={styles.label}>
          {label}
        </p>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}

/** A setting with its own page: the whole row is the link. */
export function RowLink({ to, label, hint }: { to: string; label: string; hint: string }) {
  return (
    <Link to={to} className={`${styles.row} ${styles.link}`}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.hint}>{hint}</span>
      </span>
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  );
}
