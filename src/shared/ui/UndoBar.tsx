import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { texts } from './texts.ts';
import styles from './UndoBar.module.css';
import { undoMs, undoOffer } from './undo.ts';

/**
 * Offers to undo the last change for 5 s. The timer stops while the pointer or the focus is on the bar (WCAG 2.2.1);
 * leaving the app ends the offer. The live region around it is always present, so that the offer is announced.
 */
export function UndoBar() {
  const offer = useObservable(undoOffer);
  const [isHeld, setHeld] = useState(false);
  const id = offer?.id;

  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => undoOffer.close(id), undoMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  useEffect(() => {
    const settle = () => {
      if (document.visibilityState === 'hidden') undoOffer.close();
    };
    document.addEventListener('visibilitychange', settle);
    return () => document.removeEventListener('visibilitychange', settle);
  }, []);

  const release = () => setHeld(false);
  return (
    <div role="status">
      <section
        className={styles.place}
        aria-label={texts.undo}
        hidden={!offer}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={release}
        onFocus={() => setHeld(true)}
        onBlur={release}
        data-print="hide"
      >
        <span className={styles.text}>{offer?.text}</span>
        <button
          type="button"
          className={styles.undo}
          onClick={() => {
            undoOffer.undo();
            release();
          }}
        >
          {texts.undo}
        </button>
        <button
          type="button"
          className={styles.close}
          aria-label={texts.close}
          onClick={() => {
            undoOffer.close();
            release();
          }}
        >
          <IconX size={20} aria-hidden="true" />
        </button>
      </section>
    </div>
  );
}
