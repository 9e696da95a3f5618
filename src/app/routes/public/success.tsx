import { useParams } from 'react-router-dom';
import { SuccessView } from '#features/site/views/SuccessView.tsx';
import { renderCourses } from './renderCourses.tsx';

/** `/success/{year}` (product.md 2.2.A). */
export function Component() {
  const { id = '' } = useParams();
  return <SuccessView key={id} year={id} renderCourses={renderCourses} />;
}
