import { useEffect } from 'react';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import styles from './Questions.module.css';

/** A question of visitors and its answer. */
export type Question = { question: string; answer: string };

/**
 * Frequently asked questions, collapsible even before the script is loaded. Search engines get them as structured data.
 */
export function Questions({ questions }: { questions: readonly Question[] }) {
  useEffect(() => {
    const shown = new AbortController();
    // Structured data is invisible: if it cannot be loaded, nothing is missing.
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
