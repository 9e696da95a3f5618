import styles from './Questions.module.css';

/** A question of visitors and its answer. */
export type Question = { question: string; answer: string };

/** Often asked questions, each to open; before the script has come, too. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={styles.list}>
      {questions.map(({ question, answer }) => (
        <details key={question} className={styles.item}>
          <summary className={styles.question}>{question}</summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
