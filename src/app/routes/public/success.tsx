import { useParams } from 'react-router-dom';
import { renderCourses } from '#features/catalogue/components/CourseGrid.tsx';
import { SuccessView } from '#features/site/views/SuccessView.tsx';

/** `/success/{year}` (product.md 2.2.A). */
export function Component() {
  const { id = '' } = useParams();
  return <SuccessView key={id} year={id} renderCourses={renderCourses} />;
}
