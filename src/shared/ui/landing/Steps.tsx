import styles from './Steps.module.css';

/** One step; `mark` is shown instead of its number, for example a time. */
export type Step = { title: string; body: string; mark?: string };

/** Numbered steps: how to begin, or what happens in a quarter of an hour. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.list}>
      {steps.map(({ title, body, mark }, index) => (
        <li key={title} className={styles.step}>
          <span className={styles.mark} aria-hidden={mark === undefined}>
            {mark ?? index + 1}
          </span>
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{body}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
