import { IconFlagFilled } from '@tabler/icons-react';
import type { Attempt } from '../attempt.ts';
import { questions } from '../questions.ts';
import { practiceTexts as texts } from '../texts.ts';
import styles from './Practice.module.css';

/** All questions with what is answered and flagged; each opens its question. */
export function AnswerList({ attempt, onOpen }: { attempt: Attempt; onOpen: (place: number) => void }) {
  return (
    <nav aria-label={texts.list}>
      <ol className={styles.list}>
        {questions.map(({ id }, place) => {
          const isAnswered = (attempt.answers[id] ?? '') !== '';
          const isFlagged = attempt.flags.includes(id);
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.place}
                data-answered={isAnswered || undefined}
                aria-current={attempt.current === place ? 'true' : undefined}
                onClick={() => onOpen(place)}
              >
                <span className={styles.no}>
                  <span className="visually-hidden">{texts.question(place + 1)}</span>
                  <span aria-hidden="true">{place + 1}</span>
                  {isFlagged && <IconFlagFilled size={14} aria-hidden="true" />}
                </span>
                <span className={styles.state}>
                  {isAnswered ? texts.states.answered : texts.states.open}
                  {isFlagged && <span className="visually-hidden">{texts.states.flagged}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
