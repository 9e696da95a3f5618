import styles from './LessonPicture.module.css';

/** A tablet with a week of study and a bill that is one line long, on a family's table. Drawn for the landing pages. */
export function FamilyPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="214" cy="196" r="184" />
      <rect className={styles.phone} x="74" y="64" width="268" height="212" rx="22" />
      <rect className={styles.screen} x="86" y="76" width="244" height="188" rx="12" />
      <path className={styles.lineStrong} d="M106 102h92" />
      <path className={styles.line} d="M106 120h58" />
      <g>
        <rect className={styles.card} x="108" y="146" width="20" height="94" rx="6" />
        <rect className={styles.card} x="138" y="146" width="20" height="94" rx="6" />
        <rect className={styles.card} x="168" y="146" width="20" height="94" rx="6" />
        <rect className={styles.card} x="198" y="146" width="20" height="94" rx="6" />
        <rect className={styles.card} x="228" y="146" width="20" height="94" rx="6" />
        <rect className={styles.card} x="258" y="146" width="20" height="94" rx="6" />
        <rect className={styles.card} x="288" y="146" width="20" height="94" rx="6" />
        <path
          className={styles.bars}
          d="M108 206h20v34h-20zM138 190h20v50h-20zM198 178h20v62h-20zM228 200h20v40h-20zM258 160h20v80h-20zM288 184h20v56h-20z"
        />
      </g>
      <g transform="translate(286 214)">
        <rect className={styles.sheet} width="116" height="142" rx="14" />
        <circle className={styles.markBlue} cx="58" cy="40" r="21" />
        <path className={styles.badgeSign} d="m48 40 7 7 14-15" />
        <path className={styles.lineStrong} d="M22 82h72" />
        <path className={styles.line} d="M22 100h56M22 116h66" />
      </g>
      <g transform="translate(30 268)">
        <rect className={styles.badge} width="150" height="56" rx="18" />
        <circle className={styles.markRed} cx="32" cy="28" r="16" />
        <path
          className={styles.ribbon}
          d="M32 37c-8-6-11-9-11-13a6 6 0 0 1 11-3 6 6 0 0 1 11 3c0 4-3 7-11 13z"
        />
        <path className={styles.badgeLine} d="M60 22h64M60 36h40" />
      </g>
    </svg>
  );
}
