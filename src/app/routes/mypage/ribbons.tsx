import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Course } from '#contracts/course.ts';
import { BookmarkToggle } from '#features/bookmark/components/BookmarkToggle.tsx';
import { useBookmarkedCourses } from '#features/bookmark/useBookmarkedCourses.ts';
import type { MarkedCourse, RenderMark } from '#features/catalogue/model.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { member } from './memberStart.ts';

/**
 * Called with a function that draws a course's bookmark, again at every change; `null`: no learner's bookmarks are
 * open.
 */
type OnRead = (renderMark: RenderMark | null) => void;

/** Reads the bookmarks of the learner whose member area is open; draws nothing itself. */
export function RibbonReader({ onRead }: { onRead: OnRead }) {
  const now = useObservable(member);
  return (
    now && (
      <QueryClientProvider client={now.client} key={now.db.name}>
        <Reader onRead={onRead} />
      </QueryClientProvider>
    )
  );
}

function Reader({ onRead }: { onRead: OnRead }) {
  const bookmarked = useBookmarkedCourses();
  useEffect(() => {
    onRead((course) => (
      <BookmarkToggle
        course={keptCourse(course)}
        inventory={course.inventory}
        isOn={bookmarked.has(course.id)}
      />
    ));
  }, [onRead, bookmarked]);
  useEffect(() => () => onRead(null), [onRead]);
  return null;
}

/** The fields that the list of bookmarks shows of a course until the server's answer brings the rest. */
function keptCourse({
  id,
  name,
  category,
  summary,
  duration_sum,
  lesson_count,
  thumbnail,
  subject,
  level,
  created,
  modified,
  teachers,
}: MarkedCourse): Course {
  return {
    id,
    name,
    category,
    summary,
    duration_sum,
    lesson_count,
    thumbnail,
    subject,
    level,
    created,
    modified,
    teachers: teachers.map((teacher) => ({ id: teacher.id, name: teacher.name })),
    description: '',
    orientation: '',
    sample_video: null,
    textbook_bundle: null,
    whiteboard_bundle: null,
    course_chapter: [],
  };
}
