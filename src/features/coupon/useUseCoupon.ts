import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Coupon } from '#contracts/shopCart.ts';
import { describeFailure } from '#shared/form/failure.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { chooseCoupon } from '#shared/lib/shop/cart.ts';
import { texts } from './texts.ts';

/** Applies a coupon to the cart and goes there: the cart shows the new total. */
export function useUseCoupon() {
  const navigate = useNavigate();
  const [running, setRunning] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const use = async ({ id, name }: Coupon) => {
    if (running !== null) return;
    setRunning(id);
    setFailure(null);
    try {
      await chooseCoupon({ coupon_id: id });
      blueAlert.show(texts.used(name));
      void navigate(paths.cart());
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setRunning(null);
    }
  };
  return { running, failure, use };
}
