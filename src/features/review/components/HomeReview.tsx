import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { todayOf } from '../model.ts';
import { texts } from '../texts.ts';
import { useShelf } from '../useReview.ts';
import styles from './Review.module.css';
import { useNow } from './ReviewScreen.tsx';

/** Today's review on the learner's home page. Nothing while there is nothing to review. */
export function HomeReview() {
  const { data } = useShelf();
  const now = useNow();
  const left = data ? todayOf(data.studied, now).queue.length : 0;
  if (left === 0) return null;
  return (
    <section className={styles.home} aria-label={texts.title}>
      <p>{texts.homeDue(left)}</p>
      <ActionLink to={paths.reviewSession('today')}>{texts.start}</ActionLink>
    </section>
  );
}
