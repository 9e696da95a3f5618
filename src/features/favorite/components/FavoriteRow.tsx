import { IconPlayerPlayFilled, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Favorite } from '#contracts/marks.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatDuration } from '#shared/lib/text/format.ts';
import { SyncMark } from '#shared/ui/SyncMark.tsx';
import { undoOffer } from '#shared/ui/undo.ts';
import { favoriteEntity } from '../model.ts';
import { texts } from '../texts.ts';
import { setFavorite } from '../useFavoriteLessons.ts';
import styles from './FavoriteRow.module.css';

/** Removes a favorite; this can be undone for 5 s. The focus goes to the page's title, because the row is gone. */
async function removeFavorite({ lesson, inventory }: Favorite): Promise<void> {
  if (!(await setFavorite(lesson, false, inventory))) return;
  undoOffer.show(texts.removed(lesson.name), () => void setFavorite(lesson, true, inventory));
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** A favorite lesson. It opens at the lesson if its course is in the library. */
export function FavoriteRow({ favorite }: { favorite: Favorite }) {
  const { lesson, inventory } = favorite;
  const length = formatDuration(lesson.duration);
  return (
    <div className={styles.row} data-testid="favorite-item" data-open={inventory !== null}>
      <span className={styles.play} aria-hidden="true">
        <IconPlayerPlayFilled size={16} />
      </span>
      <div className={styles.body}>
        {inventory === null ? (
          <span className={styles.name}>{lesson.name}</span>
        ) : (
          <Link to={paths.lecture(inventory, { lesson: lesson.id })} className={styles.name}>
            {lesson.name}
          </Link>
        )}
        <span className={styles.facts}>
          <span className="visually-hidden">{lesson.course.name}</span>
          {length && <span>{length}</span>}
          <SyncMark entity={favoriteEntity(lesson.id)} isWorded={true} />
        </span>
      </div>
      <button
        type="button"
        className={styles.star}
        aria-label={texts.remove(lesson.name)}
        onClick={() => void removeFavorite(favorite)}
      >
        <IconStarFilled size={22} aria-hidden="true" />
      </button>
    </div>
  );
}
