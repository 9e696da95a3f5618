import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { frameTexts } from '../frameTexts.ts';
import { OrderRoom } from './OrderRoom.tsx';

const load = loadAgain(() => import('./FailedScreen.tsx'));

/** `/payment/error` for everybody: its frame, and for the buyer what became of the payment. */
export function FailedPage() {
  return (
    <OrderRoom title={frameTexts.failed} load={load}>
      {(owner, id, { FailedScreen }) => <FailedScreen owner={owner} id={id} />}
    </OrderRoom>
  );
}
