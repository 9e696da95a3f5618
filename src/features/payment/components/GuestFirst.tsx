import { useLocation, useSearchParams } from 'react-router-dom';
import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { loginTexts } from '#shared/form/loginTexts.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { useInCart } from '#shared/lib/shop/glance.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { LostCard } from './LostCard.tsx';
import styles from './Payment.module.css';

/** What an address may name that is not in the cart of a guest: only after the login it is known whether it is there. */
const named = ['plan', 'order', 'checkout'];

/**
 * For a guest on the way to the order: the login leads back here, where cart and choices have waited. With an empty
 * cart there is nothing to go on with: the page says so first and leads to the cart (money.md 6).
 *
 * @param isOrdered the page comes after the order, so what is missing is the order, not the cart.
 */
export function GuestFirst({ isOrdered = false }: { isOrdered?: boolean }) {
  const [query] = useSearchParams();
  const isEmpty = useInCart('').length === 0;
  if (isEmpty && !named.some((name) => query.get(name)))
    return <LostCard more={<ToLogin />}>{isOrdered ? texts.lost.noOrder : texts.lost.cart}</LostCard>;
  return (
    <div className={styles.card}>
      <LoginFirst>{texts.needsLogin}</LoginFirst>
    </div>
  );
}

/** A member who is logged out on this device has their cart in the account. */
function ToLogin() {
  const { pathname, search } = useLocation();
  return (
    <ActionLink to={paths.login()} onClick={() => redirectTarget.remember(pathname + search)}>
      {loginTexts.toLogin}
    </ActionLink>
  );
}
