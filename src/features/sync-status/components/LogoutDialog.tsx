import { ActionButton } from '#shared/ui/Action.tsx';
import { Dialog } from '#shared/ui/Dialog.tsx';
import { texts } from '../texts.ts';
import styles from './LogoutDialog.module.css';

/** Asks what to do with unsent changes before the learner logs out. Escape means staying. */
export function LogoutDialog({
  count,
  isBusy,
  hasFailed,
  onSend,
  onDrop,
  onCancel,
}: {
  count: number;
  isBusy: boolean;
  hasFailed: boolean;
  onSend: () => void;
  onDrop: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog
      title={texts.logoutTitle}
      body={texts.logoutBody(count)}
      testId="logout-dialog"
      onCancel={() => {
        if (!isBusy) onCancel();
      }}
    >
      <p role="alert">{hasFailed ? texts.sendFailed(count) : ''}</p>
      <div className={styles.actions}>
        <ActionButton look="primary" onClick={onSend} disabled={isBusy}>
          {isBusy ? texts.sending : texts.sendFirst}
        </ActionButton>
        <ActionButton onClick={onDrop} disabled={isBusy}>
          {texts.dropAndLogout}
        </ActionButton>
        <ActionButton look="quiet" onClick={onCancel} disabled={isBusy}>
          {texts.cancel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
