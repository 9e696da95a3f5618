import { IconFlagFilled } from '@tabler/icons-react';
import styles from './Exam.module.css';
import { texts } from './texts.ts';

/** A question as the list shows it. */
export type QuestionPlace = { id: string; isAnswered: boolean; isFlagged?: boolean };

/** All questions, marked as answered and flagged; each links to its question. */
export function QuestionList({
  places,
  current,
  onOpen,
}: {
  places: readonly QuestionPlace[];
  current: number;
  onOpen: (place: number) => void;
}) {
  return (
    <nav aria-label={texts.list}>
      <ol className={styles.list}>
        {places.map(({ id, isAnswered, isFlagged }, at) => (
          <li key={id}>
            <button
              type="button"
              className={styles.place}
              data-answered={isAnswered || undefined}
              aria-current={at === current ? 'true' : undefined}
              onClick={() => onOpen(at)}
            >
              <span className={styles.no}>
                <span className="visually-hidden">{texts.question(at + 1)}</span>
                <span aria-hidden="true">{at + 1}</span>
                {isFlagged && <IconFlagFilled size={14} aria-hidden="true" />}
              </span>
              <span className={styles.state}>
                {isAnswered ? texts.states.answered : texts.states.open}
                {isFlagged && <span className="visually-hidden">{texts.states.flagged}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
