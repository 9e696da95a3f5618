import { useState } from 'react';
import styles from './Portrait.module.css';

/**
 * Picture of a teacher. If there is none, or it cannot be loaded: the first letter of the name. It is decoration,
 * because the name is always beside it.
 */
export function Portrait({
  teacher: { name, photo },
  isLarge = false,
}: {
  teacher: { name: string; photo: string | null };
  isLarge?: boolean;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = photo !== failed ? photo : null;
  return (
    <span className={isLarge ? `${styles.frame} ${styles.large}` : styles.frame} aria-hidden="true">
      {Array.from(name)[0]}
      {shown && (
        <img
          className={styles.image}
          src={shown}
          alt=""
          width={96}
          height={96}
          loading={isLarge ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(shown)}
        />
      )}
    </span>
  );
}
