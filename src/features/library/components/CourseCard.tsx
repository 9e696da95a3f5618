import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Inventory } from '#contracts/inventory.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { deadlineOf, stateOf } from '../shelf.ts';
import { texts } from '../texts.ts';
import styles from './CourseCard.module.css';

type ChipProps = { item: Inventory; now: number; isBrief?: boolean };

function DeadlineChip({ item, now, isBrief }: ChipProps) {
  const deadline = deadlineOf(item, now);
  if (deadline.kind === 'none' || (isBrief && deadline.kind === 'later')) return null;
  if (deadline.kind === 'expired') return <Chip>{texts.expired}</Chip>;
  if (deadline.kind === 'later') return <Chip>{texts.daysLeft(deadline.days)}</Chip>;
  return (
    <Chip tone="orange" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
      {deadline.kind === 'today' ? texts.expiresToday : texts.daysLeft(deadline.days)}
    </Chip>
  );
}

/** The facts on the card of a purchased course; `isBrief`: only those that need attention. */
export function CourseChips({ item, now, isBrief = false }: ChipProps) {
  return (
    <span className={styles.chips}>
      {item.is_new && <Chip tone="pink">{texts.isNew}</Chip>}
      {stateOf(item, now) === 'done' && (
        <Chip tone="blue" icon={<IconCheck size={14} aria-hidden="true" />}>
          {texts.completed}
        </Chip>
      )}
      <DeadlineChip item={item} now={now} isBrief={isBrief} />
      {item.is_auto_renewal && !item.is_expired && !isBrief && (
        <Chip icon={<IconRefresh size={14} aria-hidden="true" />}>{texts.autoRenewal}</Chip>
      )}
    </span>
  );
}

/**
 * A purchased course. The whole card is one real link to its lecture page (performance.md 4.2); `mark` is what the page
 * puts on top of the card, such as the bookmark.
 */
export function CourseCard({ item, now, mark }: { item: Inventory; now: number; mark?: ReactNode }) {
  const { course, progress } = item;
  const done = progress?.completed_lessons ?? 0;
  const all = progress?.lesson_count || course.lesson_count;
  return (
    <article className={styles.card} data-testid="inventory-item" data-state={stateOf(item, now)}>
      <div className={styles.thumb}>
        <CourseThumb name={course.name} src={course.thumbnail} />
      </div>
      <div className={styles.body}>
        <h2 className={styles.name}>
          <Link to={paths.lecture(item.id)} className={styles.link}>
            {course.name}
          </Link>
        </h2>
        <CourseChips item={item} now={now} />
        <p className={styles.last}>
          {progress?.last_lesson ? texts.last(progress.last_lesson.name) : texts.notStarted}
        </p>
        {all > 0 && (
          <div className={styles.progress}>
            <ProgressLine value={done} max={all} label={texts.progressLabel} decorative={true} />
            <span className={styles.numbers}>{texts.progress(done, all)}</span>
          </div>
        )}
        {stateOf(item, now) === 'expired' && (
          <Link
            to={paths.catalogueCourse(course.id)}
            className={styles.again}
            aria-label={texts.buyCourseAgain(course.name)}
          >
            {texts.buyAgain}
          </Link>
        )}
      </div>
      {mark && <div className={styles.mark}>{mark}</div>}
    </article>
  );
}
