import styles from './LessonPicture.module.css';

/** A path with four stops, from a first test to the review. Drawn for the landing pages. */
export function RoutePicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="220" cy="200" r="186" />
      <path className={styles.ring} d="M92 96c120-40 250 0 250 70S120 190 104 262s120 84 236 54" />
      <g transform="translate(36 46)">
        <rect className={styles.badge} width="130" height="94" rx="18" />
        <path className={styles.lineStrong} d="M22 28h50" />
        <path className={styles.line} d="M48 50h60M48 70h44" />
        <circle className={styles.signBlue} cx="28" cy="50" r="6" />
        <circle className={styles.signOrange} cx="28" cy="70" r="6" />
      </g>
      <g transform="translate(272 104)">
        <rect className={styles.badge} width="132" height="100" rx="18" />
        <path className={styles.bars} d="M24 66h18v16H24zM52 50h18v32H52zM80 34h18v48H80z" />
        <path className={styles.graph} d="m24 48 30-14 42-16" />
      </g>
      <g transform="translate(40 218)">
        <rect className={styles.badge} width="140" height="104" rx="18" />
        <rect className={styles.board} x="14" y="14" width="112" height="62" rx="8" />
        <path className={styles.axis} d="M30 62h80M40 68V24" />
        <path className={styles.graph} d="m34 66 48-36" />
        <path className={styles.lineStrong} d="M18 90h60" />
      </g>
      <g transform="translate(270 258)">
        <rect className={styles.badge} width="134" height="96" rx="18" />
        <circle className={styles.markBlue} cx="40" cy="48" r="22" />
        <path className={styles.badgeSign} d="m30 48 8 8 14-16" />
        <path className={styles.ribbon} d="M82 22h26v44l-13-11-13 11z" />
      </g>
    </svg>
  );
}
