import 'katex/dist/katex.min.css';
import { useEffect, useRef } from 'react';
import type { Lesson } from '#contracts/lesson.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { texts } from '../texts.ts';
import styles from './LessonText.module.css';

/** Paper cannot unfold anything: answers are opened for printing, and folded again afterwards. */
function usePrintedAnswers(host: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...(host.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])];
      for (const answer of opened) answer.open = true;
    };
    const close = () => {
      for (const answer of opened) answer.open = false;
    };
    addEventListener('beforeprint', open);
    addEventListener('afterprint', close);
    return () => {
      removeEventListener('beforeprint', open);
      removeEventListener('afterprint', close);
    };
  }, [host]);
}

/** The text of a lesson: goal, text with formulas and furigana, and answers that unfold. Suitable for printing. */
export function LessonText({ lesson }: { lesson: Pick<Lesson, 'goal' | 'body_html'> }) {
  const host = useRef<HTMLElement>(null);
  usePrintedAnswers(host);
  return (
    <article ref={host} className={styles.lesson}>
      {lesson.goal && (
        <p className={styles.goal}>
          <span className={styles.goalLabel}>{texts.goal}</span>
          {lesson.goal}
        </p>
      )}
      {lesson.body_html ? (
        <SafeHtml html={lesson.body_html} className={styles.text} />
      ) : (
        <p className={styles.none}>{texts.noText}</p>
      )}
    </article>
  );
}
