import { useParams } from 'react-router-dom';
import { CouponDetail } from '#features/coupon/components/CouponDetail.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';

/** `/mypage/coupon/{id}`: one coupon; keyed by id, so the next one starts with fresh state. */
export function Component() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user && <CouponDetail key={`${user.id} ${id}`} owner={user.id} id={id} />;
}
