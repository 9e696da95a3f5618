import type { ReactNode } from 'react';
import styles from './Picture.module.css';

/** Pictures for states. They are decorative, so they are hidden from screen readers. */
export type PictureName =
  | 'books'
  | 'bookmark'
  | 'star'
  | 'clock'
  | 'bell'
  | 'search'
  | 'offline'
  | 'tools'
  | 'lost'
  | 'trouble'
  | 'letter';

const objects: Record<PictureName, ReactNode> = {
  books: (
    <>
      <rect className={styles.blue} x="46" y="30" width="17" height="58" rx="4" />
      <rect className={styles.paper} x="63" y="22" width="20" height="66" rx="4" />
      <path className={styles.ink} d="M69 34h8M69 42h8" />
      <rect
        className={styles.red}
        x="88"
        y="31"
        width="17"
        height="58"
        rx="4"
        transform="rotate(-13 96 60)"
      />
    </>
  ),
  bookmark: (
    <>
      <rect className={styles.paper} x="44" y="20" width="72" height="66" rx="9" />
      <path className={styles.ink} d="M56 40h24M56 52h40M56 64h32" />
      <path className={styles.pink} d="M88 14h18v36l-9-8-9 8z" />
    </>
  ),
  star: (
    <>
      <rect className={styles.paper} x="40" y="22" width="80" height="62" rx="10" />
      <path className={styles.ink} d="M54 72h30" />
      <path
        className={styles.orange}
        d="m80 28 6.600 13.500 14.800 2.100-10.700 10.500 2.500 14.800L80 61.900l-13.200 7 2.500-14.800-10.700-10.500 14.800-2.100z"
      />
    </>
  ),
  clock: (
    <>
      <circle className={styles.paper} cx="80" cy="53" r="34" />
      <path className={styles.ink} d="M80 26v4M80 76v4M53 53h4M103 53h4" />
      <path className={styles.redLine} d="M80 35v18l12 9" />
    </>
  ),
  bell: (
    <>
      <path
        className={styles.paper}
        d="M80 20c15 0 24 11 24 25 0 16 5 22 10 28H46c5-6 10-12 10-28 0-14 9-25 24-25z"
      />
      <path className={styles.ink} d="M71 80c2 5 5 7 9 7s7-2 9-7" />
      <circle className={styles.red} cx="102" cy="29" r="9" />
    </>
  ),
  search: (
    <>
      <rect className={styles.paper} x="42" y="22" width="66" height="62" rx="9" />
      <path className={styles.ink} d="M54 38h30M54 50h20" />
      <circle className={styles.lens} cx="93" cy="62" r="17" />
      <path className={styles.redLine} d="m105 75 12 12" />
    </>
  ),
  offline: (
    <>
      <path
        className={styles.paper}
        d="M58 80c-11 0-20-8-20-19 0-10 7-17 16-18 3-13 13-21 26-21 15 0 26 11 27 25 9 1 15 8 15 16 0 10-8 17-18 17z"
      />
      <path className={styles.redLine} d="m68 46 24 24M92 46 68 70" />
    </>
  ),
  tools: (
    <>
      <rect className={styles.paper} x="40" y="26" width="80" height="56" rx="10" />
      <path className={styles.ink} d="M40 42h80" />
      <circle className={styles.red} cx="51" cy="34" r="3" />
      <circle className={styles.orange} cx="61" cy="34" r="3" />
      <path
        className={styles.blueLine}
        transform="translate(62 45) scale(1.45)"
        d="M7 10h3V7L6.500 3.500a6 6 0 0 1 8 8l6 6a2 2 0 0 1-3 3l-6-6a6 6 0 0 1-8-8z"
      />
    </>
  ),
  lost: (
    <>
      <circle className={styles.paper} cx="80" cy="53" r="34" />
      <path className={styles.red} d="m92 34-7 24-7-7z" />
      <path className={styles.blue} d="m67 73 8-25 8 8z" />
      <circle className={styles.dot} cx="79.500" cy="53" r="4" />
    </>
  ),
  trouble: (
    <>
      <rect className={styles.paper} x="42" y="20" width="76" height="66" rx="10" />
      <path className={styles.redLine} d="M80 36v20" />
      <circle className={styles.red} cx="80" cy="68" r="3.500" />
    </>
  ),
  letter: (
    <>
      <rect className={styles.paper} x="38" y="28" width="84" height="56" rx="8" />
      <path className={styles.ink} d="m44 36 36 26 36-26" />
      <circle className={styles.blue} cx="116" cy="80" r="14" />
      <path className={styles.tick} d="m110 80 4.500 5 8-9" />
    </>
  ),
};

/** A small picture above the words of an empty, failed or special state. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <svg className={styles.picture} viewBox="0 0 160 104" aria-hidden="true" focusable="false">
      <ellipse className={styles.ground} cx="80" cy="54" rx="74" ry="48" />
      {objects[name]}
    </svg>
  );
}
