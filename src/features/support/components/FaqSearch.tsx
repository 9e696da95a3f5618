import { useDeferredValue, useState } from 'react';
import { inquiryCategories } from '#contracts/support.ts';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { SearchField } from '#shared/ui/SearchField.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { searchFaq } from '../faq.ts';
import { texts } from '../texts.ts';
import { useFaq } from '../useFaq.ts';
import styles from './Faq.module.css';
import { FaqList } from './FaqList.tsx';

/** All frequent questions by category, with a search (product.md 2.2.B `/inquiry`). */
export function FaqSearch() {
  const faq = useFaq();
  const [words, setWords] = useState('');
  const query = useDeferredValue(words);
  return (
    <section id="faq" className={styles.faq} aria-labelledby="faq-title">
      <h2 id="faq-title" className={styles.title}>
        {texts.faq.title}
      </h2>
      <SearchField
        label={texts.faq.search}
        clearLabel={texts.faq.clear}
        placeholder={texts.faq.placeholder}
        value={words}
        onChange={setWords}
      />
      <MirrorView mirror={faq} shape={<TextSkeleton />}>
        {(entries) => {
          const found = searchFaq(entries, query);
          return (
            <div className={styles.groups}>
              {faq.isStale && <ListStatus mirror={faq} />}
              <p role="status" className={styles.lead}>
                {found.length > 0 ? texts.faq.found(found.length) : texts.faq.none}
              </p>
              {inquiryCategories.map((category) => {
                const own = found.filter((entry) => entry.category === category);
                if (own.length === 0) return null;
                return (
                  <section key={category} aria-label={texts.categories[category]}>
                    <h3 className={styles.category}>{texts.categories[category]}</h3>
                    <FaqList entries={own} />
                  </section>
                );
              })}
            </div>
          );
        }}
      </MirrorView>
    </section>
  );
}
