import styles from './LessonPicture.module.css';

/** The cycle of learning: a lesson, a question tried alone, a mark for the next review. Drawn for the landing pages. */
export function LearningPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="220" cy="200" r="180" />
      <circle className={styles.ring} cx="220" cy="200" r="124" />
      <g transform="translate(142 28)">
        <rect className={styles.badge} width="156" height="100" rx="18" />
        <rect className={styles.board} x="14" y="14" width="128" height="72" rx="8" />
        <path className={styles.axis} d="M32 68h92M42 76V26" />
        <path className={styles.graph} d="m36 72 58-46" />
        <circle className={styles.dot} cx="70" cy="46" r="5" />
      </g>
      <g transform="translate(286 218)">
        <rect className={styles.badge} width="124" height="112" rx="18" />
        <path className={styles.lineStrong} d="M22 28h56" />
        <path className={styles.line} d="M22 48h80M22 64h64M22 80h46" />
        <path className={styles.pen} d="m78 92 26-38 12 8-26 38-14 5z" />
      </g>
      <g transform="translate(28 226)">
        <rect className={styles.badge} width="138" height="92" rx="18" />
        <circle className={styles.markBlue} cx="32" cy="46" r="17" />
        <circle className={styles.signBlue} cx="32" cy="46" r="7" />
        <circle className={styles.markOrange} cx="70" cy="46" r="17" />
        <path className={styles.signOrange} d="m70 39 7 12h-14z" />
        <circle className={styles.markRed} cx="108" cy="46" r="17" />
        <path className={styles.signRed} d="m103 41 10 10m0-10-10 10" />
      </g>
    </svg>
  );
}
