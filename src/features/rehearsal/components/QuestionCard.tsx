import { IconFlag, IconFlagFilled } from '@tabler/icons-react';
import { AnswerField } from '#shared/exam/AnswerField.tsx';
import { QuestionWords } from '#shared/exam/QuestionWords.tsx';
import { texts as exam } from '#shared/exam/texts.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { type Attempt, withAnswer, withFlag } from '../attempt.ts';
import { questions } from '../questions.ts';
import { change, keptAnswers, onCut } from '../store.ts';
import { practiceTexts as texts } from '../texts.ts';
import styles from './Practice.module.css';

/** Every change is stored on the device before anything else happens. */
function answer(id: string, value: string): void {
  change(({ attempt }) => ({ attempt: attempt && withAnswer(attempt, id, value) }));
  onCut({ kind: 'changed', answers: keptAnswers() });
}

/** The open question with its answer and its flag. */
export function QuestionCard({ attempt }: { attempt: Attempt }) {
  const question = questions[attempt.current];
  if (!question) return null;
  const { id, subject, body, quote, given, options = [], lang } = question;
  const isFlagged = attempt.flags.includes(id);
  const Flag = isFlagged ? IconFlagFilled : IconFlag;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h3>{exam.question(attempt.current + 1)}</h3>
        <Chip>{subject}</Chip>
        <ActionButton
          look="quiet"
          className={styles.flag}
          aria-pressed={isFlagged}
          icon={<Flag size={20} aria-hidden="true" />}
          onClick={() => change((former) => ({ attempt: former.attempt && withFlag(former.attempt, id) }))}
        >
          {isFlagged ? texts.unflag : texts.flag}
        </ActionButton>
      </div>
      <QuestionWords body={body} quote={quote?.text} lang={quote?.lang} given={given} />
      <AnswerField
        id={id}
        options={options}
        lang={lang}
        value={attempt.answers[id] ?? ''}
        onAnswer={(value) => answer(id, value)}
      />
    </article>
  );
}
