import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { frameTexts } from '../frameTexts.ts';
import { PayRoom } from './PayRoom.tsx';

const load = loadAgain(() => import('./ConfirmScreen.tsx'));

/** `/cart/confirm` for everybody: its frame, and for members the offer and the button that orders. */
export function ConfirmPage() {
  return (
    <PayRoom step="confirm" title={frameTexts.confirm.title} lead={frameTexts.confirm.lead} load={load}>
      {(owner, { ConfirmScreen }) => <ConfirmScreen owner={owner} />}
    </PayRoom>
  );
}
