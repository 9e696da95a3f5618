import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { frameTexts } from '../frameTexts.ts';
import { PayRoom } from './PayRoom.tsx';

const load = loadAgain(() => import('./MethodScreen.tsx'));

/** `/payment/method` for everybody: its frame, and for members the payment methods. */
export function MethodPage() {
  return (
    <PayRoom step="method" title={frameTexts.method.title} lead={frameTexts.method.lead} load={load}>
      {(owner, { MethodScreen }) => <MethodScreen owner={owner} />}
    </PayRoom>
  );
}
