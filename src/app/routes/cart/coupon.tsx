import { useParams } from 'react-router-dom';
import { CouponScreen } from '#features/cart/components/CouponScreen.tsx';

/** `/cart/coupon/{id}`: one coupon; each has its own state, so the next one starts fresh. */
export function Component() {
  const { id = '' } = useParams();
  return <CouponScreen key={id} id={id} />;
}
