import { useEffect } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import styles from './Questions.module.css';

/** A question of visitors and its answer. */
export type Question = { question: string; answer: string };

/** Often asked questions, each to open; before the script has come, too. Search engines are told of them. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  useEffect(() => {
    const shown = new AbortController();
    // Nobody sees it: when it cannot be had, nothing is missing.
    const tell = () =>
      import('#shared/lib/pages/structuredData.ts').then((data) =>
        data.tellQuestions(questions, shown.signal),
      );
    whenIdle(() => void tell().catch(() => {}));
    return () => shown.abort();
  }, [questions]);
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
