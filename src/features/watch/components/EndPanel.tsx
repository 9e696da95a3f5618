import { IconPlayerTrackNextFilled, IconRotate } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import styles from './Overlay.module.css';

/**
 * Shown at the end of a lesson: asks how well it was understood (`understanding`), then offers the next lesson. `next`:
 * its name; `null` at the end of the course.
 */
export function EndPanel({
  understanding,
  next,
  onNext,
  onAgain,
}: {
  understanding: ReactNode;
  next: string | null;
  onNext: () => void;
  onAgain: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The panel now covers the video that had the focus.
  useEffect(() => {
    if (document.activeElement instanceof HTMLVideoElement) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={styles.cover} aria-label={texts.ended} data-testid="lesson-end">
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {texts.ended}
      </h2>
      <p className={styles.body}>{texts.endedQuestion}</p>
      <div className={styles.understanding}>{understanding}</div>
      <div className={styles.actions}>
        {next ? (
          <ActionButton
            look="primary"
            className={styles.compact}
            onClick={onNext}
            icon={<IconPlayerTrackNextFilled size={18} aria-hidden="true" />}
          >
            {texts.goNext}
          </ActionButton>
        ) : null}
        <ActionButton
          className={styles.onDark}
          onClick={onAgain}
          icon={<IconRotate size={18} aria-hidden="true" />}
        >
          {texts.again}
        </ActionButton>
      </div>
      <p className={styles.next}>{next ? `${texts.next}: ${next}` : texts.lastLesson}</p>
    </section>
  );
}
