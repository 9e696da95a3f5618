import styles from './LessonPicture.module.css';

/** An exam on a tablet: choices, a clock, and the graph of a report. Drawn for the landing pages. */
export function ExamPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="216" cy="200" r="186" />
      <rect className={styles.phone} x="52" y="70" width="284" height="226" rx="24" />
      <rect className={styles.screen} x="64" y="82" width="260" height="202" rx="14" />
      <path className={styles.lineStrong} d="M86 110h120" />
      <path className={styles.line} d="M86 128h176" />
      <rect className={styles.card} x="86" y="146" width="216" height="32" rx="8" />
      <rect className={styles.cardOn} x="86" y="188" width="216" height="32" rx="8" />
      <rect className={styles.card} x="86" y="230" width="216" height="32" rx="8" />
      <path className={styles.line} d="M126 162h86M126 204h118M126 246h64" />
      <circle className={styles.signBlue} cx="106" cy="204" r="7" />
      <g transform="translate(296 34)">
        <circle className={styles.badge} cx="52" cy="52" r="46" />
        <path className={styles.badgeLine} d="M52 12v6M52 86v6M12 52h6M86 52h6" />
        <path className={styles.signRed} d="M52 28v24l16 11" />
      </g>
      <g transform="translate(250 246)">
        <rect className={styles.sheet} width="154" height="118" rx="16" />
        <path className={styles.badgeLine} d="M22 26h58" />
        <path
          className={styles.bars}
          d="M26 74h18v24H26zM54 60h18v38H54zM82 48h18v50H82zM110 66h18v32h-18z"
        />
        <circle className={styles.dot} cx="91" cy="40" r="6" />
      </g>
      <g transform="translate(28 276)">
        <rect className={styles.badge} width="132" height="56" rx="18" />
        <circle className={styles.markBlue} cx="32" cy="28" r="16" />
        <path className={styles.badgeSign} d="m24 28 6 6 12-13" />
        <path className={styles.badgeLine} d="M60 22h48M60 36h30" />
      </g>
    </svg>
  );
}
