import { IconAlertCircle } from '@tabler/icons-react';
import { ActionButton } from './Action.tsx';
import { describeError } from './describeError.ts';
import styles from './ErrorLine.module.css';
import { texts } from './texts.ts';

/** A refresh that failed while older content stays on screen: one line with cause, 受付番号 and retry. */
export function ErrorLine({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, requestId } = describeError(error);
  return (
    <div className={styles.line} role="alert" data-testid="list-error">
      <IconAlertCircle size={20} aria-hidden="true" />
      <p className={styles.text}>
        {title}
        {requestId && <span className={styles.receipt}>{texts.receipt(requestId)}</span>}
      </p>
      <ActionButton look="quiet" data-testid="list-retry" onClick={onRetry}>
        {texts.retry}
      </ActionButton>
    </div>
  );
}
