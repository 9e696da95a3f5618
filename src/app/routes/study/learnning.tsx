import { FocusScreen } from './FocusScreen.tsx';
import { FocusSkeleton } from './FocusSkeleton.tsx';
import { StudyGate } from './StudyGate.tsx';

/** `/mypage/learnning/{id}`: the focus view of a purchased course (product.md 2.3.F). */
export function Component() {
  return (
    <StudyGate shape={<FocusSkeleton />}>
      {(item, staleSince) => <FocusScreen item={item} staleSince={staleSince} />}
    </StudyGate>
  );
}
