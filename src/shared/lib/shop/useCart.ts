import { useEffect, useEffectEvent } from 'react';
import type { Cart, CartNotice } from '#contracts/shopCart.ts';
import { useSession } from '../account/useSession.ts';
import { isOutage } from '../errors.ts';
import { failureOf } from '../mirror/rules.ts';
import { useObservable } from '../observable/useObservable.ts';
import type { PublicMirror } from '../public/publicAnswer.ts';
import { connectivity } from '../transport/connectivity.ts';
import { paces } from '../transport/paces.ts';
import { cartState, refreshCart, retryCart, watchCart } from './cart.ts';

/** The cart on a screen: the stored copy at once, then the server's answer. */
export type ShownCart = PublicMirror<Cart> & {
  /** Id of the member, empty for a guest; `null`: not known yet. */
  owner: string | null;
  notices: readonly CartNotice[];
};

/** The current visitor's cart, kept up to date while the screen is shown; fetched again when the server is back. */
export function useCart(): ShownCart {
  const { state: known, user } = useSession();
  const owner = known === 'pending' ? null : (user?.id ?? '');
  const state = useObservable(cartState);
  useEffect(() => (owner === null ? undefined : watchCart(owner)), [owner]);
  const back = useEffectEvent(() => {
    const isDue = isOutage(state.error) && !state.isFetching;
    if (isDue && connectivity.get().state === 'online') void refreshCart();
  });
  useEffect(() => connectivity.subscribe(back), []);

  const mine = owner !== null && state.owner === owner ? state : null;
  const cart = mine?.cart ?? null;
  const { error, isAway } = failureOf(mine?.error, cart !== null);
  return {
    owner,
    notices: mine?.notices ?? [],
    data: cart ?? undefined,
    savedAt: cart === null ? null : (mine?.savedAt ?? null),
    isPending: cart === null && error === null,
    isFetching: mine === null || mine.isFetching,
    isConfirmed: mine?.isConfirmed ?? false,
    error,
    isStale: cart !== null && isAway,
    retry: () => {
      paces.reset();
      void retryCart();
    },
  };
}
