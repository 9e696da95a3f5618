import { useDeferredValue } from 'react';
import { suggest } from '../faq.ts';
import { texts } from '../texts.ts';
import { useFaq } from '../useFaq.ts';
import styles from './Faq.module.css';
import { FaqList } from './FaqList.tsx';

/**
 * Answers that may make the question unnecessary, offered below the field while the visitor types (product.md 2.2.B
 * `/contact`).
 */
export function FaqSuggestions({ text, category }: { text: string; category: string }) {
  const { data = [] } = useFaq();
  const near = suggest(data, useDeferredValue(text), category);
  return (
    <div role="status" className={styles.offer}>
      {near.length > 0 && (
        <section
          className={styles.suggestions}
          aria-label={texts.faq.suggested}
          data-testid="faq-suggestions"
        >
          <p className={styles.suggestionsTitle}>{texts.faq.suggested}</p>
          <p className={styles.lead}>{texts.faq.suggestedLead}</p>
          <FaqList entries={near} />
        </section>
      )}
    </div>
  );
}
