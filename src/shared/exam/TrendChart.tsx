import { scaleLinear, scalePoint } from '@visx/scale';
import { Line, LinePath } from '@visx/shape';
import { dayKey } from '#shared/lib/text/format.ts';
import styles from './TrendChart.module.css';

/** One value at one time. `name`: of the exam or test; `at`: epoch ms. */
export type TrendPoint = { key: string; name: string; at: number; value: number };

/** Units of the drawing, which is scaled to the width of its card. */
const [width, height] = [300, 132];
const [top, bottom, left, right] = [22, 24, 30, 18];
/** More labels than this would overlap: then only the first and the last value are labelled. */
const mostWritten = 5;

/** 「6/1」 */
const shortDay = (at: number) => dayKey(at).slice(5).split('-').map(Number).join('/');

/**
 * A line chart over time. It is only visual: the caller shows the same numbers in a table. `scale`: lowest and highest
 * value; `guide`: a value marked by a horizontal line.
 */
export function TrendChart({
  points,
  scale: [low, high],
  guide,
  wordsOf,
}: {
  points: readonly TrendPoint[];
  scale: readonly [number, number];
  guide: number | null;
  wordsOf: (value: number) => string;
}) {
  const x = scalePoint({ domain: points.map(({ key }) => key), range: [left + 14, width - right - 14] });
  const y = scaleLinear({ domain: [low, high], range: [height - bottom, top] });
  const placed = points.map((point) => ({ ...point, x: x(point.key) ?? 0, y: y(point.value) }));
  const isWritten = (at: number) => points.length <= mostWritten || at === 0 || at === points.length - 1;
  const lines = [low, ...(guide !== null && guide > low && guide < high ? [guide] : []), high];
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {lines.map((value) => (
        <g key={value}>
          <Line
            className={value === guide ? styles.guide : styles.grid}
            from={{ x: left, y: y(value) }}
            to={{ x: width - right, y: y(value) }}
          />
          <text className={styles.scale} x={left - 5} y={y(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      <LinePath className={styles.line} data={placed} x={(point) => point.x} y={(point) => point.y} />
      {placed.map((point, at) => (
        <g key={point.key}>
          <circle
            className={at === placed.length - 1 ? styles.last : styles.dot}
            cx={point.x}
            cy={point.y}
            r={at === placed.length - 1 ? 5 : 4}
          />
          {isWritten(at) && (
            <>
              <text className={styles.value} x={point.x} y={point.y - 9} textAnchor="middle">
                {wordsOf(point.value)}
              </text>
              <text className={styles.scale} x={point.x} y={height - 7} textAnchor="middle">
                {shortDay(point.at)}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  );
}
