import { WalletScreen } from '#features/coupon/components/WalletScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/coupon`: the coupons somebody has. */
export function Component() {
  const { user } = useSession();
  return user && <WalletScreen key={user.id} owner={user.id} />;
}
