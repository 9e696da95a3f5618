import { useParams } from 'react-router-dom';
import { SubscriptionScreen } from '#features/subscription/components/SubscriptionScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/history/subscribe/{id}`: one contract that renews itself; keyed by id. */
export function Component() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user && <SubscriptionScreen key={`${user.id} ${id}`} owner={user.id} id={id} />;
}
