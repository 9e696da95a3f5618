import type { FaqEntry } from '#contracts/cms.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import styles from './Faq.module.css';

/** Questions that open to their answers. */
export function FaqList({ entries }: { entries: readonly FaqEntry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map(({ id, question, answer_html }) => (
        <li key={id}>
          <details className={styles.entry} data-testid="faq-entry">
            <summary className={styles.question}>{question}</summary>
            <SafeHtml html={answer_html} className={styles.answer} />
          </details>
        </li>
      ))}
    </ul>
  );
}
