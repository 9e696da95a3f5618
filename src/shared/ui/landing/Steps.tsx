import styles from './Steps.module.css';

/** One thing after the other; `mark` stands in place of the number, a time for example. */
export type Step = { title: string; body: string; mark?: string };

/** Steps in their order: how to begin, or what happens in a quarter of an hour. */
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
