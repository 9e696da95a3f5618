import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { frameTexts } from '../frameTexts.ts';
import { PayRoom } from './PayRoom.tsx';

const load = loadAgain(() => import('./DetailsScreen.tsx'));

/** `/payment` for everybody: its frame, and for members the payer and what the method needs. */
export function DetailsPage() {
  return (
    <PayRoom step="details" title={frameTexts.details.title} load={load}>
      {(owner, { DetailsScreen }) => <DetailsScreen owner={owner} />}
    </PayRoom>
  );
}
