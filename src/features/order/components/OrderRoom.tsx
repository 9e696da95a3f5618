import { type ReactNode, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

/**
 * A page about the order in its address (`?order=`), outside the learning area. A guest logs in first and comes back.
 * An address without an order redirects to the cart, with a message. `title`: shown while the content is not known yet.
 */
export function OrderRoom({
  title,
  children,
}: {
  title: string;
  children: (owner: string, id: string) => ReactNode;
}) {
  const [query] = useSearchParams();
  const { state, user } = useSession();
  const isHere = useIsHere();
  const id = query.get('order') ?? '';
  if (!isHere || state === 'pending') {
    return (
      <div className={styles.page}>
        <PageHeader title={title} inShell={false} />
        <p role="status">{texts.looking}</p>
      </div>
    );
  }
  if (!/^\d+$/.test(id)) return <ToCart />;
  return (
    <div className={styles.page}>
      {user ? (
        children(user.id, id)
      ) : (
        <>
          <PageHeader title={title} inShell={false} />
          <div className={styles.card}>
            <LoginFirst>{texts.needsLogin}</LoginFirst>
          </div>
        </>
      )}
    </div>
  );
}

function ToCart() {
  useEffect(() => blueAlert.show(texts.noOrder), []);
  return <Navigate to={paths.cart()} replace={true} />;
}

/** Placeholder for an order while it is loading. */
export function OrderShape() {
  return (
    <div className={styles.shape}>
      <Skeleton height="10rem" radius="1rem" />
      <Skeleton height="8rem" radius="1rem" />
    </div>
  );
}
