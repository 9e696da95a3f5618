import { useParams } from 'react-router-dom';
import { CampaignView } from '#features/site/views/CampaignView.tsx';
import { renderCourses } from './renderCourses.tsx';

/** `/campaign/{slug}` (product.md 2.2.A). */
export function Component() {
  const { id = '' } = useParams();
  return <CampaignView key={id} slug={id} renderCourses={renderCourses} />;
}
