import { LectureScreen } from './LectureScreen.tsx';
import { LectureSkeleton } from './LectureSkeleton.tsx';
import { StudyGate } from './StudyGate.tsx';

/** `/mypage/lecture/{id}`: a purchased course with its player (product.md 2.3.F). */
export function Component() {
  return (
    <StudyGate shape={<LectureSkeleton />}>
      {(item, staleSince) => <LectureScreen item={item} staleSince={staleSince} />}
    </StudyGate>
  );
}
