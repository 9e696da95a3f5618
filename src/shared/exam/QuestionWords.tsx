import { Chip } from '#shared/ui/Chip.tsx';
import styles from './Exam.module.css';
import { texts } from './texts.ts';

/**
 * The text of a question with its passage and quotation. `lang`: language of passage and quotation, if it is not
 * Japanese.
 */
export function QuestionWords({
  body,
  quote,
  lang,
  given,
}: {
  body: string;
  quote?: string | null;
  lang?: string;
  given?: readonly string[];
}) {
  return (
    <>
      <p>{body}</p>
      {quote && (
        <p lang={lang} className={styles.quote}>
          {quote}
        </p>
      )}
      {given && (
        <ul className={styles.given}>
          {given.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * The right answer, the learner's own answer if it differs, and the explanation. `why`: one entry per paragraph.
 * `level`: of its heading.
 */
export function Explanation({
  yours,
  correct,
  lang,
  why,
  level,
}: {
  yours: string | null;
  correct: string;
  lang?: string;
  why: readonly string[];
  level: 4 | 5;
}) {
  const Heading = `h${level}` as const;
  return (
    <>
      <dl className={styles.facts}>
        {yours !== null && (
          <div>
            <dt>{texts.yours}</dt>
            <dd lang={lang}>{yours}</dd>
          </div>
        )}
        <div>
          <dt>{texts.correct}</dt>
          <dd lang={lang}>{correct}</dd>
        </div>
      </dl>
      <div className={styles.why}>
        <Heading>{texts.why}</Heading>
        {why.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  );
}

/** Whether the question was answered, and whether the answer is right. */
export function AnswerChip({ isRight, isAnswered }: { isRight: boolean; isAnswered: boolean }) {
  return (
    <Chip tone={isRight ? 'blue' : 'orange'}>
      {isRight ? texts.right : isAnswered ? texts.wrong : texts.none}
    </Chip>
  );
}
