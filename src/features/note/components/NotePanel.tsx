import type { Ref } from 'react';
import type { NoteView } from '../model.ts';
import { texts } from '../texts.ts';
import type { NotedLesson } from '../useNotes.ts';
import { type NoteClock, NoteComposer } from './NoteComposer.tsx';
import { NoteItem } from './NoteItem.tsx';
import styles from './NotePanel.module.css';

/** The notes of a lesson in its order, and the place to write one. */
export function NotePanel({
  notes,
  lesson,
  clock,
  onJump,
  canWrite = true,
  composer,
}: {
  notes: readonly NoteView[];
  lesson: NotedLesson;
  /** `null`: a lesson for reading, whose notes have no second. */
  clock: NoteClock | null;
  onJump: ((sec: number) => void) | null;
  canWrite?: boolean;
  /** The field that the shortcut for notes focuses. */
  composer?: Ref<HTMLTextAreaElement>;
}) {
  return (
    <div className={styles.panel}>
      {canWrite && <NoteComposer key={lesson.id} ref={composer} lesson={lesson} clock={clock} />}
      {notes.length === 0 ? (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{texts.empty}</p>
          {canWrite && <p>{clock ? texts.emptyVideo : texts.emptyText}</p>}
        </div>
      ) : (
        <ul className={styles.list} aria-label={texts.title}>
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} lessonName={lesson.name} onJump={onJump} />
          ))}
        </ul>
      )}
    </div>
  );
}
