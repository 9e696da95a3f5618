import { checkEntity } from '#features/check/model.ts';
import { favoriteEntity } from '#features/favorite/model.ts';
import { watchEntity } from '#features/watch/progress.ts';
import { SyncMark } from '#shared/ui/SyncMark.tsx';
import styles from './LessonSync.module.css';
import { texts } from './studyTexts.ts';

/** Whether the marks and the position of a lesson have reached the server; nothing when all is well. */
export function LessonSync({ lessonId }: { lessonId: string }) {
  return (
    <div className={styles.line} data-print="hide">
      <SyncMark entity={favoriteEntity(lessonId)} of={texts.ofFavorite} isWorded={true} />
      <SyncMark entity={checkEntity(lessonId)} of={texts.ofCheck} isWorded={true} />
      <SyncMark entity={watchEntity(lessonId)} of={texts.ofPlace} isWorded={true} />
    </div>
  );
}
