import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatTime } from '#shared/lib/text/format.ts';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import type { Seen } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './SeenRow.module.css';

/** A watched lesson with the position where it continues. It is no link if its course is not in the library. */
export function SeenRow({ seen, onRemove }: { seen: Seen; onRemove: (seen: Seen) => void }) {
  const { watch, seenAt } = seen;
  const { lesson, lesson_name, course, inventory, position, duration, is_completed } = watch;
  const name = course?.name ?? '';
  return (
    <div className={styles.row}>
      <div className={styles.thumb}>
        <CourseThumb name={name || lesson_name} src={course?.thumbnail ?? null} />
      </div>
      <div className={styles.body}>
        {inventory === null ? (
          <span className={styles.name}>{lesson_name}</span>
        ) : (
          <Link
            to={paths.lecture(inventory, { lesson, t: is_completed ? 0 : position })}
            className={styles.name}
          >
            {lesson_name}
          </Link>
        )}
        <span className={styles.course}>
          {name}
          {seenAt > 0 && <time dateTime={new Date(seenAt).toISOString()}>{formatTime(seenAt)}</time>}
        </span>
        {is_completed ? (
          <span className={styles.done}>
            <IconCheck size={16} aria-hidden="true" />
            {texts.completed}
          </span>
        ) : (
          <span className={styles.place}>
            <ProgressLine value={position} max={duration} label={texts.progressLabel} decorative={true} />
            <span className={styles.clock}>{texts.place(position, duration)}</span>
          </span>
        )}
      </div>
      <button
        type="button"
        className={styles.remove}
        aria-label={texts.remove(lesson_name)}
        onClick={() => onRemove(seen)}
      >
        <IconX size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
