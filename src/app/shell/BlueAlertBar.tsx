import { useBlueAlert } from '#shared/lib/observable/useBlueAlert.ts';
import styles from './BlueAlertBar.module.css';

/**
 * The blue notification bar (specification.md 4; session.md 13.3). The store decides how long it is shown; in the last
 * 200 ms it fades. The live region around it is always there, so that screen readers announce each new message.
 */
export function BlueAlertBar() {
  const { text, phase } = useBlueAlert();
  return (
    <div className={styles.region} role="status" data-print="hide">
      {phase !== 'hidden' && (
        <div className={styles.bar} data-phase={phase} data-testid="blue-alert">
          {text}
        </div>
      )}
    </div>
  );
}
