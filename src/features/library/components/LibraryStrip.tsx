import { Link } from 'react-router-dom';
import type { Inventory } from '#contracts/inventory.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { SectionHead } from '#shared/ui/SectionHead.tsx';
import { useAfter } from '#shared/ui/useAfter.ts';
import { texts } from '../texts.ts';
import { useInventoryPage } from '../useInventoryPage.ts';
import { CourseChips } from './CourseCard.tsx';
import styles from './LibraryStrip.module.css';

/** How many courses the strip shows; the rest is one tap away. */
const mostCards = 8;

function StripCard({ item, time }: { item: Inventory; time: number }) {
  const { course, progress } = item;
  const done = progress?.completed_lessons ?? 0;
  const all = progress?.lesson_count || course.lesson_count;
  return (
    <Link to={paths.lecture(item.id)} className={styles.card}>
      <span className={styles.thumb}>
        <CourseThumb name={course.name} src={course.thumbnail} />
      </span>
      <span className={styles.body}>
        <span className={styles.name}>{course.name}</span>
        <CourseChips item={item} now={time} isBrief={true} />
        {all > 0 && (
          <span className={styles.progress}>
            <ProgressLine value={done} max={all} label={texts.progressLabel} decorative={true} />
            <span className={styles.numbers}>{texts.progress(done, all)}</span>
          </span>
        )}
      </span>
    </Link>
  );
}

/**
 * The learner's courses in one row, last watched first (product.md 2.3.E "inventory strip"). Nothing without courses; its
 * room while they are loading, and while `isEarly`: what stands above may still change its height. `data-room`: see
 * `Loading`.
 */
export function LibraryStrip({ isEarly }: { isEarly: boolean }) {
  const { data, error } = useInventoryPage();
  const isSlow = useAfter(10_000);
  if (isEarly || (!data && !error))
    return <div className={styles.room} data-room={isSlow ? undefined : ''} />;
  if (!data || data.items.length === 0) return null;
  const time = serverNow();
  return (
    <section aria-labelledby="library-strip">
      <SectionHead id="library-strip" title={texts.stripHeading} to={paths.course()} all={texts.stripAll} />
      <ul className={styles.strip}>
        {data.items.slice(0, mostCards).map((item) => (
          <li key={item.id} className={styles.place}>
            <StripCard item={item} time={time} />
          </li>
        ))}
      </ul>
    </section>
  );
}
