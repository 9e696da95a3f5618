import { ActionButton } from '#shared/ui/Action.tsx';
import { Dialog } from '#shared/ui/Dialog.tsx';
import { isAnythingUnsent, type Unsent } from '../logoutQuestion.ts';
import { texts } from '../texts.ts';
import styles from './LogoutDialog.module.css';

/**
 * Asks what to do with unsent work before the learner logs out, with its own wording for each kind. Escape means
 * staying.
 */
export function LogoutDialog({
  unsent,
  isBusy,
  hasFailed,
  onSend,
  onDrop,
  onCancel,
}: {
  unsent: Unsent;
  isBusy: boolean;
  hasFailed: boolean;
  onSend: () => void;
  onDrop: () => void;
  onCancel: () => void;
}) {
  const { changes, exams } = unsent;
  const isUnsent = isAnythingUnsent(unsent);
  return (
    <Dialog
      title={texts.logoutTitle}
      body={
        <>
          {exams.running.length > 0 && (
            <span className={styles.reason}>{texts.logoutRunning(exams.running.join('・'))}</span>
          )}
          {exams.answers > 0 && <span className={styles.reason}>{texts.logoutAnswers(exams.answers)}</span>}
          {exams.uncounted > 0 && (
            <span className={styles.reason}>{texts.logoutUncounted(exams.uncounted)}</span>
          )}
          {changes > 0 && <span className={styles.reason}>{texts.logoutBody(changes)}</span>}
        </>
      }
      testId="logout-dialog"
      onCancel={() => {
        if (!isBusy) onCancel();
      }}
    >
      <p role="alert">{hasFailed && isUnsent ? texts.sendFailed(changes + exams.answers) : ''}</p>
      <div className={styles.actions}>
        {isUnsent && (
          <ActionButton look="primary" onClick={onSend} disabled={isBusy}>
            {isBusy ? texts.sending : texts.sendFirst}
          </ActionButton>
        )}
        <ActionButton onClick={onDrop} disabled={isBusy}>
          {changes > 0 ? texts.dropAndLogout : texts.leaveAsItIs}
        </ActionButton>
        <ActionButton look="quiet" onClick={onCancel} disabled={isBusy}>
          {texts.cancel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
