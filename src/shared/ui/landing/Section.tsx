import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

/** A part of a landing page: heading, a sentence, content. `tone`: the background, which changes from part to part. */
export function Section({
  heading,
  lead,
  tone = 'plain',
  children,
}: {
  heading: string;
  lead?: string;
  tone?: 'plain' | 'tint';
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`${styles.section} ${styles[tone]}`} aria-labelledby={id}>
      <div className={styles.inner}>
        <h2 id={id} className={styles.heading}>
          {heading}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
        <div className={styles.body}>{children}</div>
      </div>
    </section>
  );
}
