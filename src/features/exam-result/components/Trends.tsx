import type { ResultOverview } from '#contracts/examResult.ts';
import { TrendChart } from '#shared/exam/TrendChart.tsx';
import { examDay } from '#shared/lib/text/examTime.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { deviationWords } from '../model.ts';
import { texts } from '../texts.ts';
import { deviationTrends, lastChange, scaleOf, type Trend } from '../trends.ts';
import result from './Result.module.css';
import styles from './Trends.module.css';

/**
 * The 偏差値 over time, subject by subject (product.md 2.3.E). With only one result there is no line yet, and the page
 * says so.
 */
export function Trends({ exams }: { exams: ResultOverview['exams'] }) {
  const groups = deviationTrends(exams);
  if (groups.length === 0) return <p className={result.small}>{texts.trendsLater}</p>;
  return groups.map(({ kind, trends }) => (
    <section key={kind} className={result.part} aria-labelledby={`trends-${kind}`}>
      <h3 id={`trends-${kind}`} className={styles.kind}>
        {texts.trends(texts.kinds[kind] ?? '')}
      </h3>
      <ul className={styles.cards}>
        {trends.map((trend) => (
          <li key={trend.key} className={result.card} data-testid="result-trend">
            <One trend={trend} scale={scaleOf(trends)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function One({ trend, scale }: { trend: Trend; scale: readonly [number, number] }) {
  const last = trend.points.at(-1);
  return (
    <>
      <h4 className={styles.name}>
        {trend.name}
        {last && (
          <span className={styles.now}>
            {deviationWords(last.value)}
            <small className={styles.step}>{texts.sinceLast(lastChange(trend))}</small>
          </span>
        )}
      </h4>
      <TrendChart points={trend.points} scale={scale} guide={50} wordsOf={deviationWords} />
      {/* A table is never narrower than its words: the box around it is what is hidden. */}
      <div className="visually-hidden">
        <table>
          <caption>{texts.trendOf(trend.name)}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.exam}</th>
              <th scope="col">{texts.date}</th>
              <th scope="col">{texts.deviation}</th>
            </tr>
          </thead>
          <tbody>
            {trend.points.map(({ key, name, at, value }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{examDay(at, serverNow())}</td>
                <td>{deviationWords(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
