import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Cart } from '#contracts/shopCart.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useFreshAct } from '#shared/lib/public/useFreshAct.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import type { ShownCart } from '#shared/lib/shop/useCart.ts';
import { factsOf, goingOn } from './model.ts';

/**
 * From the cart to buying; never with a stored copy of the cart. A guest logs in or signs up first and comes back here,
 * where the cart is handed over. If this has not changed the cart, the buyer continues at once.
 */
export function useCheckout(answer: ShownCart, cart: Cart) {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const isGuest = answer.owner === '';
  const isGoingOn = address.get(goingOn.name) === goingOn.value;

  const act = () => {
    if (!isGuest) return void navigate(paths.paymentMethod());
    redirectTarget.remember(`${paths.cart()}?${goingOn.name}=${goingOn.value}`);
    void navigate(paths.login());
  };
  const start = useFreshAct(answer, { facts: factsOf(cart), act });

  const hasNews = answer.notices.length > 0;
  const goOn = useEffectEvent(() => {
    if (isGuest || hasNews || cart.items.length === 0) setAddress({}, { replace: true });
    else void navigate(paths.paymentMethod(), { replace: true });
  });
  const isReady = isGoingOn && answer.isConfirmed === true;
  useEffect(() => {
    if (isReady) goOn();
  }, [isReady]);

  return {
    wait: start.wait,
    savedAt: answer.savedAt,
    isGuest,
    press: (event: { preventDefault: () => void }) => {
      if (start.press(event)) act();
    },
  };
}
