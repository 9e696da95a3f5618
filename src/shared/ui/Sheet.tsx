import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Sheet.module.css';
import { texts } from './texts.ts';

/**
 * A panel over the page: from below on a phone, in reach of the thumb, and from the side on a wide screen. It is the
 * browser's own dialog: it traps the focus, Escape and a tap outside close it, and the focus returns to its former
 * place.
 */
export function Sheet({
  title,
  side = 'right',
  onClose,
  children,
}: {
  title: string;
  /** Position on a wide screen. */
  side?: 'right' | 'left' | 'middle';
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    // The panel fills the dialog, so a tap on the dialog element itself is outside the panel.
    const beside = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', beside);
    return () => element?.removeEventListener('click', beside);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      className={`${styles.sheet} ${styles[side]}`}
      aria-labelledby={id}
      data-print="hide"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={texts.close} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </button>
        </header>
        <div className={styles.content}>{children}</div>
      </div>
    </dialog>
  );
}
