import styles from './LessonPicture.module.css';

/** A lesson on a phone: video with its graph, the boards below, the three marks. Drawn for the landing pages. */
export function LessonPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="232" cy="204" r="186" />
      <rect
        className={styles.sheet}
        x="34"
        y="92"
        width="164"
        height="216"
        rx="14"
        transform="rotate(-7 116 200)"
      />
      <g transform="rotate(-7 116 200)">
        <path className={styles.lineStrong} d="M54 122h70" />
        <path className={styles.line} d="M54 146h72M54 164h64M54 182h76M54 200h58M54 218h70M54 236h46" />
      </g>
      <rect className={styles.phone} x="150" y="34" width="196" height="336" rx="30" />
      <rect className={styles.screen} x="160" y="44" width="176" height="316" rx="21" />
      <rect className={styles.board} x="160" y="74" width="176" height="108" />
      <path className={styles.axis} d="M186 150h140M202 160V88" />
      <path className={styles.graph} d="m190 161 74-71" />
      <circle className={styles.dot} cx="235" cy="118" r="6" />
      <text className={styles.formula} x="256" y="140">
        y = ax + b
      </text>
      <rect className={styles.track} x="172" y="170" width="152" height="5" rx="2.500" />
      <rect className={styles.done} x="172" y="170" width="86" height="5" rx="2.500" />
      <path className={styles.lineStrong} d="M174 206h86" />
      <path className={styles.line} d="M174 222h132" />
      <g>
        <rect className={styles.card} x="172" y="240" width="46" height="34" rx="6" />
        <rect className={styles.cardOn} x="225" y="240" width="46" height="34" rx="6" />
        <rect className={styles.card} x="278" y="240" width="46" height="34" rx="6" />
        <path
          className={styles.line}
          d="M180 252h26M180 262h16M233 252h26M233 262h18M286 252h28M286 262h12"
        />
      </g>
      <circle className={styles.markBlue} cx="196" cy="316" r="19" />
      <circle className={styles.signBlue} cx="196" cy="316" r="8" />
      <circle className={styles.markOrange} cx="248" cy="316" r="19" />
      <path className={styles.signOrange} d="m248 308 8 14h-16z" />
      <circle className={styles.markRed} cx="300" cy="316" r="19" />
      <path className={styles.signRed} d="m294 310 12 12m0-12-12 12" />
      <g transform="translate(322 70)">
        <rect className={styles.badge} width="92" height="44" rx="22" />
        <path className={styles.badgeSign} d="m18 23 6 6 12-13" />
        <path className={styles.badgeLine} d="M48 18h28M48 28h18" />
      </g>
      <g transform="translate(58 300)">
        <rect className={styles.badge} width="104" height="48" rx="14" />
        <path className={styles.ribbon} d="M18 12h16v25l-8-7-8 7z" />
        <path className={styles.badgeLine} d="M46 19h42M46 30h28" />
      </g>
    </svg>
  );
}
