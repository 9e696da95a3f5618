import type { ReactNode } from 'react';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { frameTexts } from '../frameTexts.ts';
import { OrderRoom } from './OrderRoom.tsx';

const load = loadAgain(() => import('./CompleteScreen.tsx'));

/**
 * `/payment/complete` and the pages below it for everybody: their frame, and for the buyer the result of the order.
 *
 * @param renderPlan draws the contract that an order has begun, from its owner and its number.
 */
export function CompletePage({
  renderPlan,
}: {
  renderPlan: (owner: string, subscription: string) => ReactNode;
}) {
  return (
    <OrderRoom title={frameTexts.title} load={load}>
      {(owner, id, { CompleteScreen }) => <CompleteScreen owner={owner} id={id} renderPlan={renderPlan} />}
    </OrderRoom>
  );
}
