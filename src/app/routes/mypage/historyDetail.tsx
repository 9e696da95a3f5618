import { useParams } from 'react-router-dom';
import { OrderScreen } from '#features/order/components/OrderScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/history/{id}`: one order; keyed by id, so the next one starts with fresh state. */
export function Component() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user && <OrderScreen key={`${user.id} ${id}`} owner={user.id} id={id} />;
}
