import { useParams } from 'react-router-dom';
import { renderCourses } from '#features/catalogue/components/CourseGrid.tsx';
import { CampaignView } from '#features/site/views/CampaignView.tsx';

/** `/campaign/{slug}` (product.md 2.2.A). */
export function Component() {
  const { id = '' } = useParams();
  return <CampaignView key={id} slug={id} renderCourses={renderCourses} />;
}
