import { useEffect, useRef } from 'react';
import { AnswerChip, Explanation, QuestionWords } from '#shared/exam/QuestionWords.tsx';
import { texts as exam } from '#shared/exam/texts.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { type Attempt, marksOf, rightCount } from '../attempt.ts';
import { type Question, questions } from '../questions.ts';
import { texts as shared, practiceTexts as texts } from '../texts.ts';
import styles from './Practice.module.css';

/** The text of an answer: the chosen option, or what was typed. */
function wordsOf({ options }: Question, value: string): string {
  return options ? (options[Number(value) - 1] ?? '') : value;
}

/** The result of each answer, with its explanation. The result takes the focus, because the question is gone. */
export function Solutions({ attempt, onAgain }: { attempt: Attempt; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const marks = marksOf(attempt);
  return (
    <>
      {attempt.handedIn?.isTimeUp && (
        <p className={styles.note} role="status">
          {texts.timeUp}
        </p>
      )}
      <h3 ref={heading} tabIndex={-1} className={styles.score}>
        {texts.score(rightCount(attempt), questions.length)}
      </h3>
      <ol className={styles.solutions}>
        {questions.map((question, at) => (
          <Solution
            key={question.id}
            question={question}
            no={at + 1}
            value={attempt.answers[question.id] ?? ''}
            isRight={marks[at]?.state === 'right'}
          />
        ))}
      </ol>
      <div className={styles.actions}>
        <ActionLink to={{ search: '?step=result' }} look="primary">
          {shared.next.result}
        </ActionLink>
        <ActionButton onClick={onAgain}>{texts.again}</ActionButton>
      </div>
    </>
  );
}

function Solution({
  question,
  no,
  value,
  isRight,
}: {
  question: Question;
  no: number;
  value: string;
  isRight: boolean;
}) {
  const { subject, body, quote, given, lang, answer, why } = question;
  const isAnswered = value !== '';
  return (
    <li className={styles.card} data-testid="solution">
      <div className={styles.head}>
        <h4>{exam.question(no)}</h4>
        <Chip>{subject}</Chip>
        <AnswerChip isRight={isRight} isAnswered={isAnswered} />
      </div>
      <QuestionWords body={body} quote={quote?.text} lang={quote?.lang} given={given} />
      <Explanation
        yours={isAnswered && !isRight ? wordsOf(question, value) : null}
        correct={wordsOf(question, answer)}
        lang={lang}
        why={why}
        level={5}
      />
    </li>
  );
}
