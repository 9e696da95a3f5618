import { ActionButton } from './Action.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { texts } from './texts.ts';

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog({
  title,
  body,
  confirm,
  onConfirm,
  onCancel,
}: {
  title: string;
  body: string;
  /** Label of the confirming button. */
  confirm: string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog title={title} body={body} onCancel={onCancel}>
      <div className={styles.actions}>
        <ActionButton onClick={onCancel}>{texts.cancel}</ActionButton>
        <ActionButton look="primary" onClick={onConfirm}>
          {confirm}
        </ActionButton>
      </div>
    </Dialog>
  );
}
