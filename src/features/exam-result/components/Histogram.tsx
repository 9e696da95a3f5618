import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import type { SubjectReport } from '#contracts/examResult.ts';
import { barsOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Result.module.css';

/** Units of the drawing; it is as wide as its card. */
const [width, height] = [340, 150];
const [top, bottom, side] = [20, 28, 6];

type Steps = SubjectReport['histogram'];

/**
 * The distribution of the scores (exams.md 5). The learner's own step is darker and named above its bar and in words;
 * the mean is a dashed line. The drawing is only visual; the table below has the same numbers.
 */
export function Histogram({
  histogram,
  name,
  average,
  full,
}: {
  histogram: Steps;
  name: string;
  average: number | null;
  full: number;
}) {
  const bars = barsOf(histogram);
  const mine = bars.find(({ isMine }) => isMine);
  if (bars.length === 0) return null;
  return (
    <figure aria-label={`${name} ${texts.histogram}`} className={styles.part}>
      <Drawing bars={bars} mean={average === null ? null : average / (full + 1)} />
      <figcaption className={styles.small}>
        {mine ? texts.histogramMine(mine.label) : texts.histogram}
        {average !== null && ` ${texts.meanLine(average)}`}
      </figcaption>
      <details>
        <summary>{texts.histogramTable}</summary>
        <table className={styles.table}>
          <tbody>
            {bars.map(({ label, count, isMine }) => (
              <tr key={label}>
                <th scope="row">
                  {label}点{isMine && ` (${texts.you})`}
                </th>
                <td>{texts.people(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** `mean`: its position from the left, 0 to 1. */
function Drawing({ bars, mean }: { bars: ReturnType<typeof barsOf>; mean: number | null }) {
  const base = height - bottom;
  const x = scaleBand({ domain: bars.map(({ label }) => label), range: [side, width - side], padding: 0.1 });
  const y = scaleLinear({ domain: [0, 1], range: [base, top] });
  const meanX = mean === null ? null : side + mean * (width - 2 * side);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
      data-testid="result-histogram"
    >
      {bars.map(({ label, share, isMine, count }) => {
        const left = x(label) ?? 0;
        const high = Math.min(y(share), count > 0 ? base - 1 : base);
        return (
          <g key={label} className={isMine ? styles.mine : styles.others}>
            <Bar x={left} y={high} width={x.bandwidth()} height={base - high} />
          </g>
        );
      })}
      {meanX !== null && (
        <Line className={styles.mean} from={{ x: meanX, y: top - 4 }} to={{ x: meanX, y: base }} />
      )}
      {bars.map(({ label, share, isMine }) =>
        isMine ? (
          <text
            key={label}
            className={styles.you}
            x={(x(label) ?? 0) + x.bandwidth() / 2}
            y={y(share) - 5}
            textAnchor="middle"
          >
            {texts.you}
          </text>
        ) : null,
      )}
      <AxisBottom
        top={base}
        scale={x}
        hideTicks={true}
        axisClassName={styles.axis ?? ''}
        tickFormat={(label) => label.split('〜')[0] ?? ''}
        tickLabelProps={{ textAnchor: 'middle', fontSize: 11, dy: '0.1em' }}
      />
    </svg>
  );
}
