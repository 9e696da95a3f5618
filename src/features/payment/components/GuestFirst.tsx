import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';

/** For a guest on the way to the order: the login leads back here, where cart and choices have waited. */
export function GuestFirst() {
  return (
    <div className={styles.card}>
      <LoginFirst>{texts.needsLogin}</LoginFirst>
    </div>
  );
}
