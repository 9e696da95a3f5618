import { useParams } from 'react-router-dom';
import { CourseScreen } from '#features/catalogue/components/CourseScreen.tsx';
import { useRibbons } from './useRibbons.tsx';

/** `/course/{id}`: one course, for everybody; each has its own state, so the next one starts fresh. */
export function Component() {
  const { id = '' } = useParams();
  const { reader, renderMark } = useRibbons();
  return (
    <>
      <CourseScreen key={id} id={id} renderMark={renderMark} />
      {reader}
    </>
  );
}
