import { useState } from 'react';
import styles from './CourseThumb.module.css';

const grounds = ['red', 'blue', 'orange', 'pink', 'gray'] as const;

/** A colour that is always the same for a name, for courses without a picture. */
function groundOf(name: string): string {
  let sum = 0;
  for (const sign of name) sum += sign.codePointAt(0) ?? 0;
  return styles[grounds[sum % grounds.length] ?? 'gray'] ?? '';
}

/**
 * Picture of a course in 16:9. If there is none, or it is not on the device: the first letters of the name on the
 * course's colour. Decorative, because the name is always beside it.
 */
export function CourseThumb({
  name,
  src,
  eager = false,
}: {
  name: string;
  src: string | null;
  eager?: boolean;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = src && src !== failed ? src : null;
  return (
    <span className={`${styles.frame} ${groundOf(name)}`} aria-hidden="true">
      <span className={styles.letters}>{Array.from(name).slice(0, 2).join('')}</span>
      {shown && (
        <img
          className={styles.image}
          src={shown}
          alt=""
          width={320}
          height={180}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(shown)}
        />
      )}
    </span>
  );
}
