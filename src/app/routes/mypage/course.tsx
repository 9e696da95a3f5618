import { useCallback, useEffect, useState } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { BookmarkToggle } from '#features/bookmark/components/BookmarkToggle.tsx';
import { useBookmarkedCourses } from '#features/bookmark/useBookmarkedCourses.ts';
import { LibraryScreen } from '#features/library/components/LibraryScreen.tsx';
import { pageStands } from '#shared/lib/loading/pageStands.ts';
import { hasAskedEarly } from '#shared/lib/transport/askedEarly.ts';

type Marks = typeof import('#features/download/components/CourseMark.tsx');

/**
 * The note about a course's kept lessons is secondary, so no course waits for its code; a stored screen with such notes
 * is replaced by a page that has them, so it comes while the rows are read. On a new device nothing is kept: there it
 * comes after the page.
 */
async function loadMarks(): Promise<Marks> {
  if (hasAskedEarly()) await pageStands();
  return import('#features/download/components/CourseMark.tsx');
}

/** Not by `lazy`: React shows what a `Suspense` was waiting for up to 300 ms late. */
function useMarks(): Marks | null {
  const [marks, setMarks] = useState<Marks | null>(null);
  useEffect(() => {
    loadMarks().then(setMarks, () => undefined);
  }, []);
  return marks;
}

/** `/mypage/course`: the library, with the bookmark of each course on its card. */
export function Component() {
  const bookmarked = useBookmarkedCourses();
  const marks = useMarks();
  const renderMark = useCallback(
    ({ id, course }: Inventory) => (
      <>
        {marks && <marks.CourseMark course={course.id} />}
        <BookmarkToggle course={course} inventory={id} isOn={bookmarked.has(course.id)} />
      </>
    ),
    [bookmarked, marks],
  );
  return (
    <>
      {marks && <marks.KeptReader />}
      <LibraryScreen renderMark={renderMark} />
    </>
  );
}
