import { useParams } from 'react-router-dom';
import { CouponScreen } from '#features/cart/components/CouponScreen.tsx';

/** `/cart/coupon/{id}`: one coupon; keyed by id, so the next one starts with fresh state. */
export function Component() {
  const { id = '' } = useParams();
  return <CouponScreen key={id} id={id} />;
}
