import { useParams } from 'react-router-dom';
import { CourseScreen } from '#features/catalogue/components/CourseScreen.tsx';
import { useRibbons } from './useRibbons.tsx';

/** `/course/{id}`: one course, for everybody; keyed by id, so the next one starts with fresh state. */
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
