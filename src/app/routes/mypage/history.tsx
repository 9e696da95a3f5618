import { HistoryScreen } from '#features/order/components/HistoryScreen.tsx';
import { PlanRows, RunningPlans } from '#features/subscription/components/PlanRows.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/history`: the member's orders and the contracts that renew themselves. */
export function Component() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <HistoryScreen
      key={user.id}
      owner={user.id}
      plans={<PlanRows owner={user.id} />}
      running={(heading) => <RunningPlans owner={user.id}>{heading}</RunningPlans>}
    />
  );
}
