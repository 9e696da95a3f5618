import { IconCheck } from '@tabler/icons-react';
import { useReading } from '#features/watch/useReading.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from './ReadingEnd.module.css';
import { texts } from './studyTexts.ts';
import type { Stage } from './useStage.ts';

/** The end of a lesson for reading: the learner marks it as done. */
export function ReadingEnd({ stage }: { stage: Stage }) {
  const { study, place, watched, lesson } = stage;
  const markRead = useReading(watched, lesson.data !== undefined);
  const isRead = study.completed.has(place.lesson.id);
  return (
    <div className={styles.end} data-print="hide">
      {/* In the page before the tap is answered, so that the answer is announced. */}
      <p className={isRead ? styles.done : styles.lead} role="status">
        {isRead && <IconCheck size={20} stroke={2.5} aria-hidden="true" />}
        {isRead ? texts.isRead : texts.readEnd}
      </p>
      {!isRead && (
        <ActionButton
          look="primary"
          icon={<IconCheck size={20} stroke={2.5} aria-hidden="true" />}
          onClick={markRead}
        >
          {texts.markRead}
        </ActionButton>
      )}
    </div>
  );
}
