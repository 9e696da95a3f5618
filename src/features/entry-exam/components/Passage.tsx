import { runTexts as texts } from '../texts.ts';
import styles from './Test.module.css';

/** The passage of a question; it can be folded away. */
export function Passage({ text, lang, isOpen }: { text: string; lang: string | undefined; isOpen: boolean }) {
  return (
    <details className={styles.passage} open={isOpen} lang={lang}>
      <summary lang="ja">{texts.passage}</summary>
      {text
        .trim()
        .split('\n')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </details>
  );
}
