import type { SubjectReport } from '#contracts/examResult.ts';
import { barsOf, deviationWords } from '../model.ts';
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
        <div className={styles.bar} aria-hidden="true">
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

/** How the scores lie; the own step is named in words, and the numbers stand in a table. */
export function Histogram({ histogram, name }: { histogram: SubjectReport['histogram']; name: string }) {
  const bars = barsOf(histogram);
  const mine = bars.find(({ isMine }) => isMine);
  if (bars.length === 0) return null;
  return (
    <figure aria-label={`${name} ${texts.histogram}`} className={styles.part}>
      <div className={styles.histogram} aria-hidden="true">
        {bars.map(({ label, share, isMine }) => (
          <span key={label} data-mine={isMine || undefined} style={{ height: `${share * 100}%` }} />
        ))}
      </div>
      <figcaption className={styles.small}>
        {mine ? texts.histogramMine(mine.label) : texts.histogram}
      </figcaption>
      <details>
        <summary>{texts.histogramTable}</summary>
        <table className={styles.table}>
          <tbody>
            {bars.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}点</th>
                <td>{texts.people(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
