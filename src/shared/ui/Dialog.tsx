import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';

/**
 * A modal question. It is the browser's own dialog: it traps the focus, and Escape calls `onCancel`. Its owner removes
 * it.
 */
export function Dialog({
  title,
  body,
  onCancel,
  testId,
  children,
}: {
  title: string;
  body: ReactNode;
  onCancel: () => void;
  testId?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}body`}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={`${id}title`} className={styles.title}>
        {title}
      </h2>
      <p id={`${id}body`} className={styles.body}>
        {body}
      </p>
      {children}
    </dialog>
  );
}
