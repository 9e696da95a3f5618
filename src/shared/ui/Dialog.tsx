import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
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
  startsAtTitle = false,
  children,
}: {
  title: string;
  body: ReactNode;
  onCancel: () => void;
  testId?: string;
  /**
   * The title has the focus first, and not the first field: on a phone its keyboard would cover what is asked.
   */
  startsAtTitle?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Before it leaves the page: only then does closing it bring the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    if (startsAtTitle) heading.current?.focus();
    return () => element?.close();
  }, [startsAtTitle]);
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
      <h2 id={`${id}title`} className={styles.title} ref={heading} tabIndex={startsAtTitle ? -1 : undefined}>
        {title}
      </h2>
      <p id={`${id}body`} className={styles.body}>
        {body}
      </p>
      {children}
    </dialog>
  );
}
