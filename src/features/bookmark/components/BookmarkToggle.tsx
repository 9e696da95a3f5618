import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import type { Course } from '#contracts/course.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { SyncMark } from '#shared/ui/SyncMark.tsx';
import { undoOffer } from '#shared/ui/undo.ts';
import { bookmarkEntity } from '../model.ts';
import { texts } from '../texts.ts';
import { setBookmark } from '../useBookmarkState.ts';
import styles from './BookmarkToggle.module.css';

/** Sets or removes a bookmark, with undo for 5 s (product.md 2.3.E `/mypage/bookmark`). */
export async function changeBookmark(course: Course, isOn: boolean, inventory: string | null): Promise<void> {
  if (!(await setBookmark(course, isOn, inventory))) return;
  if (isOn) {
    undoOffer.close();
    blueAlert.show(texts.added);
  } else {
    undoOffer.show(texts.removed(course.name), () => void setBookmark(course, true, inventory));
  }
}

/** The ribbon on a course: a tap switches it on or off, with or without a connection. */
export function BookmarkToggle({
  course,
  inventory,
  isOn,
}: {
  course: Course;
  inventory: string | null;
  isOn: boolean;
}) {
  const Icon = isOn ? IconBookmarkFilled : IconBookmark;
  return (
    <span className={styles.place}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isOn}
        aria-label={texts.toggle(course.name)}
        onClick={() => void changeBookmark(course, !isOn, inventory)}
      >
        <span className={styles.ground}>
          <Icon size={22} stroke={1.75} aria-hidden="true" />
        </span>
      </button>
      <span className={styles.sync}>
        <SyncMark entity={bookmarkEntity(course.id)} />
      </span>
    </span>
  );
}
