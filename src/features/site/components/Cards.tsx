import type { ReactNode } from 'react';
import styles from './Cards.module.css';

/** A reason, a worry with its answer, or an example. `tag` says what kind it is, for example 見本. */
export type Card = { title: string; body: string; tag?: string; icon?: ReactNode };

/** Cards side by side where there is room. */
export function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className={styles.list}>
      {cards.map(({ title, body, tag, icon }) => (
        <li key={title} className={styles.card}>
          {icon && <span className={styles.icon}>{icon}</span>}
          {tag && <span className={styles.tag}>{tag}</span>}
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{body}</p>
        </li>
      ))}
    </ul>
  );
}
