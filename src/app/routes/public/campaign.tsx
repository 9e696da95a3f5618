import { useParams } from 'react-router-dom';
import { CampaignView } from './CampaignView.tsx';

/** `/campaign/{slug}` (product.md 2.2.A). */
export function Component() {
  const { id = '' } = useParams();
  return <CampaignView key={id} slug={id} />;
}
