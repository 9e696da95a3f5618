import type { EntrySubjectResult } from '#contracts/entryExam.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { resultTexts as texts } from '../texts.ts';
import styles from './Result.module.css';

/** What a card shows of a subject. */
export type Score = Pick<
  EntrySubjectResult,
  'id' | 'name' | 'is_taken' | 'is_timed_out' | 'right' | 'total'
> & {
  areas: readonly Pick<EntrySubjectResult['areas'][number], 'id' | 'name' | 'right' | 'total'>[];
};

/** Right answers by subject and area. The bars repeat the numbers beside them. */
export function ScoreCards({ scores, isSample = false }: { scores: readonly Score[]; isSample?: boolean }) {
  return (
    <ul className={styles.scores}>
      {scores.map((score) => (
        <li key={score.id} className={styles.card} data-testid="score">
          <div className={styles.head}>
            <h3 className={styles.name}>{score.name}</h3>
            {isSample && <Chip>{texts.sample}</Chip>}
            {score.is_timed_out && <Chip tone="orange">{texts.timedOut}</Chip>}
          </div>
          {score.is_taken ? (
            <>
              <p className={styles.score}>{texts.score(score.right, score.total)}</p>
              <ul className={styles.areas} aria-label={texts.areas(score.name)}>
                {score.areas.map((area) => (
                  <Area key={area.id} area={area} />
                ))}
              </ul>
            </>
          ) : (
            <p className={styles.small}>{texts.notTaken}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Area({ area: { name, right, total } }: { area: Score['areas'][number] }) {
  const share = right / Math.max(1, total);
  return (
    <li className={styles.area}>
      <span>{name}</span>
      <span className={styles.count}>{texts.area(right, total)}</span>
      <span className={styles.track} data-meter="" data-weak={share < 2 / 3 || undefined} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </li>
  );
}
