import { storageHealth } from '#shared/lib/db/health.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { lineTexts as texts } from '../lineTexts.ts';
import styles from './StorageLine.module.css';

/**
 * One sentence if storage does not keep data, or if the browser has emptied it; nothing when all is well. An address
 * without https has a sentence of its own: no exam begins there (exams.md 7, row 56).
 */
export function StorageLine() {
  const health = useObservable(storageHealth);
  return (
    <div role="status" data-testid="storage-news">
      {(health === 'memory' || health === 'evicted') && (
        <p className={styles.line} data-testid="storage-line" data-health={health}>
          {health === 'memory' && isSecureContext === false ? texts.plainHttp : texts[health]}
        </p>
      )}
    </div>
  );
}
