import { useParams } from 'react-router-dom';
import { PurchaseScreen } from '#features/order/components/PurchaseScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/history/{id}/purchase`: another way to pay an unpaid order. */
export function Component() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user && <PurchaseScreen key={`${user.id} ${id}`} owner={user.id} id={id} />;
}
