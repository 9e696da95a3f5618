import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { BookmarkToggle } from '#features/bookmark/components/BookmarkToggle.tsx';
import { useBookmarkedCourses } from '#features/bookmark/useBookmarkedCourses.ts';
import { LibraryScreen } from '#features/library/components/LibraryScreen.tsx';
import { pageStands } from '#shared/lib/loading/pageStands.ts';
import { hasAskedEarly } from '#shared/lib/transport/askedEarly.ts';

type Mark = ComponentType<{ course: string }>;

/**
 * The note about a course's kept lessons is secondary, so no course waits for its code; a stored screen with such notes
 * is replaced by a page that has them, so it comes while the rows are read. On a new device nothing is kept: there it
 * comes after the page.
 */
async function loadMark(): Promise<Mark> {
  if (hasAskedEarly()) await pageStands();
  return (await import('#features/download/components/CourseMark.tsx')).CourseMark;
}

/** Not by `lazy`: React shows what a `Suspense` was waiting for up to 300 ms late. */
function useMark(): Mark | null {
  const [mark, setMark] = useState<Mark | null>(null);
  useEffect(() => {
    loadMark().then(
      (loaded) => setMark(() => loaded),
      () => undefined,
    );
  }, []);
  return mark;
}

/** `/mypage/course`: the library, with the bookmark of each course on its card. */
export function Component() {
  const bookmarked = useBookmarkedCourses();
  const CourseMark = useMark();
  const renderMark = useCallback(
    ({ id, course }: Inventory) => (
      <>
        {CourseMark && <CourseMark course={course.id} />}
        <BookmarkToggle course={course} inventory={id} isOn={bookmarked.has(course.id)} />
      </>
    ),
    [bookmarked, CourseMark],
  );
  return <LibraryScreen renderMark={renderMark} />;
}
