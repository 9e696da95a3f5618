import type { SubjectReport } from '#contracts/examResult.ts';
import { deviationWords } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Result.module.css';

type Numbers = Pick<
  SubjectReport,
  'score' | 'full' | 'average' | 'deviation' | 'standing' | 'rank' | 'takers' | 'top_percent'
>;

/** Numbers of one score among all takers. */
export function Standing({ numbers }: { numbers: Numbers }) {
  const { score, full, average, deviation, standing, rank, takers, top_percent } = numbers;
  return (
    <>
      {score !== null && (
        <p className={styles.big} data-testid="exam-score">
          {texts.scoreOf(score, full)}
        </p>
      )}
      {score !== null && full > 0 && (
        <div className={styles.bar} data-meter="" aria-hidden="true">
          <span style={{ width: `${(score / full) * 100}%` }} />
          {average !== null && <i style={{ left: `${(average / full) * 100}%` }} />}
        </div>
      )}
      <dl className={styles.facts}>
        <dt>{texts.deviation}</dt>
        <dd data-testid="result-deviation">
          {deviationWords(deviation)}
          {standing === 'reference' && ` (${texts.reference})`}
        </dd>
        {average !== null && (
          <>
            <dt>{texts.average}</dt>
            <dd>{texts.averageOf(average)}</dd>
          </>
        )}
        {rank !== null && (
          <>
            <dt>{texts.rank}</dt>
            <dd>
              {texts.rankOf(rank, takers)}
              {top_percent !== null && `・${texts.top(top_percent)}`}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
