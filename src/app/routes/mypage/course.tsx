import { lazy, Suspense, useCallback } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { BookmarkToggle } from '#features/bookmark/components/BookmarkToggle.tsx';
import { useBookmarkedCourses } from '#features/bookmark/useBookmarkedCourses.ts';
import { LibraryScreen } from '#features/library/components/LibraryScreen.tsx';

/** The note about a course's kept lessons is secondary, so its code is loaded after the shelf. */
const CourseMark = lazy(async () => ({
  default: (await import('#features/download/components/CourseMark.tsx')).CourseMark,
}));

/** `/mypage/course`: the library, with the bookmark of each course on its card. */
export function Component() {
  const bookmarked = useBookmarkedCourses();
  const renderMark = useCallback(
    ({ id, course }: Inventory) => (
      <>
        <Suspense fallback={null}>
          <CourseMark course={course.id} />
        </Suspense>
        <BookmarkToggle course={course} inventory={id} isOn={bookmarked.has(course.id)} />
      </>
    ),
    [bookmarked],
  );
  return <LibraryScreen renderMark={renderMark} />;
}
