import type { TextbookSample } from '#contracts/catalogue.ts';
import { courseTexts } from '../courseTexts.ts';
import sample from './SampleLesson.module.css';
import styles from './TextbookSamples.module.css';

/** Free pages of the textbook, side by side; each links to the whole picture (product.md 2.2.A). */
export function TextbookSamples({ pages }: { pages: TextbookSample[] }) {
  if (pages.length === 0) return null;
  return (
    <section className={styles.samples} aria-labelledby="textbook-heading">
      <div className={sample.head}>
        <h2 id="textbook-heading" className={sample.heading}>
          {courseTexts.textbookSamples}
        </h2>
        <p className={sample.lead}>{courseTexts.textbookSamplesLead}</p>
      </div>
      <ul className={sample.row} aria-labelledby="textbook-heading">
        {pages.map(({ page, url, width, height }) => (
          <li key={page}>
            <a className={styles.whole} href={url} target="_blank" rel="noreferrer">
              <img
                className={styles.page}
                src={url}
                alt={courseTexts.textbookSample(page)}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
