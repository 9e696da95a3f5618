import styles from './Logo.module.css';

/** The logo, an open book under a guiding star, the same as on the icons. `mark` leaves the name out. */
export function Logo({ mark = false }: { mark?: boolean }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.sign} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <rect className={styles.ground} width="100" height="100" rx="26" />
        <path d="M50 15c1.700 9.900 5.400 13.600 15.300 15.300C55.400 32 51.700 35.700 50 45.600c-1.700-9.900-5.400-13.600-15.300-15.300C44.600 28.600 48.300 24.900 50 15z" />
        <path d="M46.500 84V54.500C40.200 48.200 30.800 45.300 20 45.500a2.500 2.500 0 0 0-2.500 2.500v25.600a2.500 2.500 0 0 0 2.500 2.500c11 0 19.300 1.900 26.500 7.900z" />
        <path d="M53.500 84V54.500c6.300-6.300 15.700-9.200 26.500-9a2.500 2.500 0 0 1 2.500 2.500v25.600a2.500 2.500 0 0 1-2.500 2.500c-11 0-19.300 1.900-26.500 7.900z" />
      </svg>
      {!mark && <span className={styles.name}>コノマナビ</span>}
    </span>
  );
}
