import styles from './WeekPicture.module.css';

const days = ['月', '火', '水', '木', '金', '土', '日'] as const;

/** A week of study as the app draws it. `minutes`: one number a day; a sample, and named so. */
export function WeekPicture({
  caption,
  minutes,
  total,
}: {
  caption: string;
  minutes: readonly number[];
  total: string;
}) {
  const most = Math.max(...minutes, 1);
  return (
    <figure className={styles.week}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      <p className={styles.total}>{total}</p>
      <ol className={styles.days}>
        {minutes.map((value, index) => (
          <li key={days[index]} className={styles.day}>
            <span className={styles.value}>{value > 0 ? `${value}分` : 'なし'}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ blockSize: `${(value / most) * 100}%` }} />
            </span>
            <span className={styles.name}>{days[index]}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
