import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { formatDayGroup } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { CourseFilter } from '#shared/ui/CourseFilter.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { undoOffer } from '#shared/ui/undo.ts';
import { groupByDay, recentQuery, type Seen } from '../model.ts';
import { texts } from '../texts.ts';
import { forgetWatched, useRecent, useSeenCourses } from '../useRecent.ts';
import styles from './RecentScreen.module.css';
import { SeenRow } from './SeenRow.tsx';

function RemoveAll() {
  const [isAsking, setAsking] = useState(false);
  const removeAll = async () => {
    setAsking(false);
    if (await forgetWatched(null, texts.title)) blueAlert.show(texts.removeAllDone);
  };
  return (
    <div className={styles.removeAll}>
      <ActionButton look="quiet" onClick={() => setAsking(true)}>
        {texts.removeAll}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.removeAllTitle}
          body={texts.removeAllBody}
          confirm={texts.removeAllConfirm}
          onConfirm={() => void removeAll()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Lessons that leave the list at once, but leave the history only when the time for undo is over. */
function useRemoval(): { hidden: ReadonlySet<string>; remove: (seen: Seen) => void } {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const remove = ({ watch: { lesson, lesson_name } }: Seen) => {
    const show = () => setHidden((former) => new Set([...former].filter((id) => id !== lesson)));
    setHidden((former) => new Set([...former, lesson]));
    undoOffer.show(
      texts.removed(lesson_name),
      show,
      () => void forgetWatched(lesson, lesson_name).then(show),
    );
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  return { hidden, remove };
}

function Days({ seen, onRemove }: { seen: Seen[]; onRemove: (seen: Seen) => void }) {
  return groupByDay(seen).map((group) => (
    <section key={group.key} className={styles.day} aria-labelledby={`day-${group.key}`}>
      <h2 id={`day-${group.key}`} className={styles.heading}>
        {group.day === null ? texts.unknownDay : formatDayGroup(group.day, serverNow())}
      </h2>
      <ul className={styles.list}>
        {group.seen.map((one) => (
          <li key={one.watch.lesson}>
            <SeenRow seen={one} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      picture="clock"
      title={isFiltered ? texts.emptyCourseTitle : texts.emptyTitle}
      action={
        <ActionLink to={isFiltered ? paths.recent() : paths.course()}>
          {isFiltered ? texts.showAll : texts.toLibrary}
        </ActionLink>
      }
    >
      {texts.emptyBody}
    </EmptyState>
  );
}

/** The last watched lessons, by day (product.md 2.3.E `/mypage/recent`). `?course=` filters. */
export function RecentScreen() {
  const [address, setAddress] = useSearchParams();
  const course = address.get('course') ?? '';
  const list = useListAddress(recentQuery(course));
  const page = useRecent(list.query, course);
  const courses = useSeenCourses();
  const choose = (id: string) => setAddress(id ? { course: id } : {});
  const { hidden, remove } = useRemoval();
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={<CourseFilter courses={courses} chosen={course} onChoose={choose} />}
      />
      <PagedView
        mirror={page}
        list={list}
        empty={<Empty isFiltered={course !== ''} />}
        end={course === '' && <RemoveAll />}
      >
        {(view) => (
          <>
            {page.isStale && <ListStatus mirror={page} />}
            <Days seen={view.items.filter((one) => !hidden.has(one.watch.lesson))} onRemove={remove} />
          </>
        )}
      </PagedView>
    </>
  );
}
