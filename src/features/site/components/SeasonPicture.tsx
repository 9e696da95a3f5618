import styles from './LessonPicture.module.css';

/** A calendar with the remaining days, and one day marked. Drawn for the campaigns. */
export function SeasonPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 400" aria-hidden="true" focusable="false">
      <circle className={styles.glow} cx="218" cy="204" r="186" />
      <rect className={styles.sheet} x="70" y="84" width="290" height="252" rx="20" />
      <path className={styles.ribbon} d="M90 84h250a20 20 0 0 1 20 20v26H70v-26a20 20 0 0 1 20-20z" />
      <path className={styles.badgeLine} d="M132 66v40M298 66v40" />
      <g>
        <path
          className={styles.card}
          d="M92 152h40v34H92zM144 152h40v34h-40zM196 152h40v34h-40zM248 152h40v34h-40zM300 152h40v34h-40z"
        />
        <path
          className={styles.card}
          d="M92 200h40v34H92zM144 200h40v34h-40zM248 200h40v34h-40zM300 200h40v34h-40z"
        />
        <path className={styles.card} d="M92 248h40v34H92zM144 248h40v34h-40zM196 248h40v34h-40z" />
        <rect className={styles.cardOn} x="196" y="200" width="40" height="34" />
      </g>
      <path className={styles.badgeSign} d="m102 168 8 8 14-14M154 168l8 8 14-14M206 168l8 8 14-14" />
      <path className={styles.badgeSign} d="m258 168 8 8 14-14M310 168l8 8 14-14M102 216l8 8 14-14" />
      <path className={styles.badgeSign} d="m154 216 8 8 14-14" />
      <circle className={styles.signRed} cx="216" cy="217" r="30" />
      <g transform="translate(276 268)">
        <rect className={styles.badge} width="132" height="92" rx="18" />
        <circle className={styles.markOrange} cx="38" cy="46" r="22" />
        <path className={styles.signOrange} d="M38 32v14l9 6" />
        <path className={styles.badgeLine} d="M76 36h36M76 54h24" />
      </g>
    </svg>
  );
}
