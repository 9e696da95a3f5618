import { IconCheck } from '@tabler/icons-react';
import { useReading } from '#features/watch/useReading.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from './ReadingEnd.module.css';
import { texts } from './studyTexts.ts';
import type { Stage } from './useStage.ts';

/** The end of a lesson to read: the learner says that it is done. */
export function ReadingEnd({ stage }: { stage: Stage }) {
  const { study, place, watched, lesson } = stage;
  const markRead = useReading(watched, lesson.data !== undefined);
  const isRead = study.completed.has(place.lesson.id);
  return (
    <div className={styles.end} data-print="hide">
      {isRead ? (
        <p className={styles.done} role="status">
          <IconCheck size={20} stroke={2.5} aria-hidden="true" />
          {texts.isRead}
        </p>
      ) : (
        <>
          <p className={styles.lead}>{texts.readEnd}</p>
          <ActionButton
            look="primary"
            icon={<IconCheck size={20} stroke={2.5} aria-hidden="true" />}
            onClick={markRead}
          >
            {texts.markRead}
          </ActionButton>
        </>
      )}
    </div>
  );
}
