import { useEffect, useRef } from 'react';
import type { EntryQuestion } from '#contracts/entryExam.ts';
import { AnswerField } from '#shared/exam/AnswerField.tsx';
import { QuestionWords } from '#shared/exam/QuestionWords.tsx';
import { texts as exam } from '#shared/exam/texts.ts';
import { Passage } from './Passage.tsx';
import styles from './Test.module.css';

/** One question with its passage beside or above it, and its answer field. */
export function QuestionSheet({
  question,
  no,
  area,
  value,
  isMoved,
  onAnswer,
}: {
  question: EntryQuestion;
  no: number;
  area: string;
  value: string;
  /** Another question was open before, so the heading takes the focus. */
  isMoved: boolean;
  onAnswer: (value: string) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isMoved) heading.current?.focus({ preventScroll: true });
  }, [isMoved]);
  const { id, body, passage, lang, quote, options } = question;
  return (
    <div className={styles.sheet} data-split={passage ? true : undefined}>
      {passage && <Passage text={passage} lang={lang} isOpen={true} />}
      <article className={styles.card}>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {exam.question(no)}
          </h2>
          <span className={styles.small}>{area}</span>
        </div>
        <QuestionWords body={body} quote={quote} lang={lang} />
        <AnswerField id={id} options={options} lang={lang} value={value} onAnswer={onAnswer} />
      </article>
    </div>
  );
}
