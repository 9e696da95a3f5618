import styles from './WeekPicture.module.css';

const mondayFirst = ['月', '火', '水', '木', '金', '土', '日'] as const;

/** A week of study. `minutes`: one number per day; `names`: of these days, by default from Monday on. */
export function WeekPicture({
  caption,
  minutes,
  total,
  names = mondayFirst,
}: {
  caption: string;
  minutes: readonly number[];
  total: string;
  names?: readonly string[];
}) {
  const most = Math.max(...minutes, 1);
  return (
    <figure className={styles.week}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      <p className={styles.total}>{total}</p>
      <ol className={styles.days}>
        {minutes.map((value, index) => (
          <li key={names[index]} className={styles.day}>
            <span className={styles.value}>{value > 0 ? `${value}分` : 'なし'}</span>
            <span className={styles.track} data-meter="" aria-hidden="true">
              <span className={styles.bar} style={{ blockSize: `${(value / most) * 100}%` }} />
            </span>
            <span className={styles.name}>{names[index]}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
