import styles from './LessonPicture.module.css';

/** A notebook with a ribbon and a rising curve. Drawn for the landing pages. */
export function StoryPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="220" cy="202" r="184" />
      <g transform="rotate(-5 200 200)">
        <rect className={styles.sheet} x="78" y="72" width="236" height="262" rx="18" />
        <path className={styles.badgeLine} d="M112 72v262" />
        <path className={styles.lineStrong} d="M138 112h92" />
        <path className={styles.line} d="M138 142h142M138 166h128M138 190h136M138 214h96" />
        <path className={styles.line} d="M138 254h120M138 278h140M138 302h74" />
      </g>
      <path className={styles.ribbon} d="M256 44h40v74l-20-17-20 17z" />
      <g transform="translate(272 236)">
        <rect className={styles.badge} width="142" height="108" rx="18" />
        <path className={styles.badgeLine} d="M24 84h94M32 90V24" />
        <path className={styles.signBlue} d="m36 76 24-14 22-2 26-30" />
        <circle className={styles.dot} cx="108" cy="30" r="7" />
      </g>
      <path className={styles.pen} d="m52 300 58-62 16 14-58 62-22 8z" />
    </svg>
  );
}
