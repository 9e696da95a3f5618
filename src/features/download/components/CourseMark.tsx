import { IconCloudCheck, IconCloudDown, IconCloudExclamation, IconCloudPause } from '@tabler/icons-react';
import { useKeptOfCourse } from '../keptByCourse.ts';
import { summarise } from '../model.ts';
import { stateTexts, texts } from '../texts.ts';
import styles from './CourseMark.module.css';

export { KeptReader } from '../keptByCourse.ts';

const icons = {
  queued: IconCloudDown,
  downloading: IconCloudDown,
  verifying: IconCloudDown,
  paused: IconCloudPause,
  broken: IconCloudExclamation,
  expired: IconCloudExclamation,
  ready: IconCloudCheck,
} as const;

/** On the card of a course: how many of its lessons are on the device. Nothing if there are none. */
export function CourseMark({ course }: { course: string }) {
  const rows = useKeptOfCourse(course);
  if (!rows || rows.length === 0) return null;
  const { state, ready, count } = summarise(rows);
  if (state === null) return null;
  const Icon = icons[state];
  return (
    <span className={styles.mark} data-testid="download-mark" data-state={state}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span aria-hidden="true">{`${ready}/${count}`}</span>
      <span className="visually-hidden">
        {state === 'ready' ? texts.courseReady(ready, count) : `${stateTexts[state]} ${ready}/${count}`}
      </span>
    </span>
  );
}
