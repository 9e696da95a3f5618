import { HistoryScreen } from '#features/order/components/HistoryScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/history`: what somebody has ordered. */
export function Component() {
  const { user } = useSession();
  return user && <HistoryScreen key={user.id} owner={user.id} />;
}
