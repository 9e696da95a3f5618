import { useParams } from 'react-router-dom';
import { CouponPage } from '#features/cart/components/CouponPage.tsx';

/** `/cart/coupon/{id}`: one coupon. */
export function Component() {
  const { id = '' } = useParams();
  return <CouponPage id={id} />;
}
