import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import styles from './MaintenanceCard.module.css';

/** Links to the lists stored on the device, which still work (session.md 15.3). */
export function StoredLists() {
  return (
    <section className={styles.stored}>
      <h2>{texts.storedLists}</h2>
      <p>{texts.stored}</p>
      <div className={styles.links}>
        <ActionLink to={paths.course()}>{texts.course}</ActionLink>
        <ActionLink to={paths.favorite()}>{texts.favorite}</ActionLink>
        <ActionLink to={paths.bookmark()}>{texts.bookmark}</ActionLink>
      </div>
    </section>
  );
}
