import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import styles from './Overlay.module.css';

/**
 * 「ほかの端末の 12:34 から続けますか?」: two devices have different positions, and the learner chooses (product.md 4.7). Positions in
 * seconds.
 */
export function ResumeChoice({
  here,
  other,
  onOther,
  onHere,
}: {
  here: number;
  other: number;
  onOther: () => void;
  onHere: () => void;
}) {
  return (
    <section className={styles.banner} aria-label={texts.resume(other)}>
      <p className={styles.bannerText} role="status">
        {texts.resume(other)}
      </p>
      <div className={styles.actions}>
        <ActionButton look="primary" className={styles.compact} onClick={onOther}>
          {texts.resumeThere(other)}
        </ActionButton>
        <ActionButton className={styles.onDark} onClick={onHere}>
          {texts.resumeHere(here)}
        </ActionButton>
      </div>
    </section>
  );
}
