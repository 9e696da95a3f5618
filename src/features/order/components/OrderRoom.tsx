import { Fragment, type ReactNode, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useSession } from '#shared/lib/account/useSession.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { frameTexts } from '../frameTexts.ts';
import styles from './Order.module.css';

const loadLogin = loadAgain(() => import('#shared/form/LoginFirst.tsx'));

/**
 * A page about the order in its address (`?order=`), outside the learning area. A guest logs in first and comes back.
 * An address without an order redirects to the cart, with a message.
 *
 * @param title is shown while the content is not known yet.
 * @param load loads the part that reads the order: a guest's first page has a size budget (performance.md 3).
 */
export function OrderRoom<Part>({
  title,
  load,
  children,
}: {
  title: string;
  load: () => Promise<Part>;
  children: (owner: string, id: string, part: Part) => ReactNode;
}) {
  const [query] = useSearchParams();
  const { state, user } = useSession();
  const isHere = useIsHere();
  const id = query.get('order') ?? '';
  const isOrder = /^\d+$/.test(id);
  // Starts while the session is still being decided, not after it.
  useEffect(() => {
    if (state === 'pending' && isOrder) load().catch(() => undefined);
  }, [state, isOrder, load]);
  const waiting = (
    <>
      <PageHeader title={title} inShell={false} />
      <p role="status">{frameTexts.looking}</p>
    </>
  );
  if (!isHere || state === 'pending') return <div className={styles.page}>{waiting}</div>;
  if (!isOrder) return <ToCart />;
  return (
    <div className={styles.page}>
      {user ? (
        <LatePart load={load} waiting={waiting}>
          {(part) => <Fragment key={`${user.id} ${id}`}>{children(user.id, id, part)}</Fragment>}
        </LatePart>
      ) : (
        <>
          <PageHeader title={title} inShell={false} />
          <LatePart load={loadLogin} waiting={<p role="status">{frameTexts.looking}</p>}>
            {({ LoginFirst }) => (
              <div className={styles.card}>
                <LoginFirst>{frameTexts.needsLogin}</LoginFirst>
              </div>
            )}
          </LatePart>
        </>
      )}
    </div>
  );
}

function ToCart() {
  useEffect(() => blueAlert.show(frameTexts.noOrder), []);
  return <Navigate to={paths.cart()} replace={true} />;
}
