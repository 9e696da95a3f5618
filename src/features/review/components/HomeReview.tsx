import type { ReactNode } from 'react';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { useKeptRoom } from '#shared/ui/keptRoom.ts';
import { todayOf } from '../model.ts';
import { texts } from '../texts.ts';
import { useShelf } from '../useReview.ts';
import styles from './Review.module.css';
import { useNow } from './ReviewScreen.tsx';

/** Today's review on the learner's home page. Nothing while there is nothing to review; `shape` until that is known. */
export function HomeReview({ shape }: { shape: ReactNode }) {
  const { data, isPending } = useShelf();
  const now = useNow();
  const left = data && todayOf(data.studied, now).queue.length;
  const section = useKeptRoom('review', left);
  if (!left) return isPending ? shape : null;
  return (
    <section ref={section} className={styles.home} aria-label={texts.title}>
      <p>{texts.homeDue(left)}</p>
      <ActionLink to={paths.reviewSession('today')}>{texts.start}</ActionLink>
    </section>
  );
}
