import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { texts } from '../texts.ts';
import { PayRoom } from './PayRoom.tsx';

const loadMethod = loadAgain(() => import('./MethodScreen.tsx'));
const loadDetails = loadAgain(() => import('./DetailsScreen.tsx'));
const loadConfirm = loadAgain(() => import('./ConfirmScreen.tsx'));

/** `/payment/method` for everybody: its frame, and for members the payment methods. */
export function MethodPage() {
  return (
    <PayRoom step="method" title={texts.method.title} lead={texts.method.lead} load={loadMethod}>
      {(owner, { MethodScreen }) => <MethodScreen owner={owner} />}
    </PayRoom>
  );
}

/** `/payment` for everybody. */
export function DetailsPage() {
  return (
    <PayRoom step="details" title={texts.details.title} load={loadDetails}>
      {(owner, { DetailsScreen }) => <DetailsScreen owner={owner} />}
    </PayRoom>
  );
}

/** `/cart/confirm` for everybody. */
export function ConfirmPage() {
  return (
    <PayRoom step="confirm" title={texts.confirm.title} lead={texts.confirm.lead} load={loadConfirm}>
      {(owner, { ConfirmScreen }) => <ConfirmScreen owner={owner} />}
    </PayRoom>
  );
}
