import { useParams } from 'react-router-dom';
import { CourseScreen } from '#features/catalogue/components/CourseScreen.tsx';

/** `/course/{id}`: one course, for everybody; each has its own state, so the next one starts fresh. */
export function Component() {
  const { id = '' } = useParams();
  return <CourseScreen key={id} id={id} />;
}
