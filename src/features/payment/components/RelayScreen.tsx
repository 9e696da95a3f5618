import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { cardReturn } from '#shared/form/card/cardReturn.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { guardianPath, guardianWay } from '#shared/lib/shop/guardianWay.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { relayFrameTexts as relay } from '../relayFrameTexts.ts';
import { readTabDraft } from '../tabDraft.ts';
import styles from './PayFrame.module.css';
import { Working } from './Working.tsx';

/** The part that polls and redirects; not loaded for a guest who is only told to log in. */
const load = loadAgain(() => import('./RelayParts.tsx'));
const loadGuest = loadAgain(() => import('./GuestFirst.tsx'));
const loadLost = loadAgain(() => import('./LostOrder.tsx'));

/**
 * `/payment/gmo` (product.md 2.2.D): the page between the order and its result. It polls the state of the payment,
 * leads to the bank's page, receives the buyer on return, and leads to the result. Back, reload and a second tab only
 * ask again. With `?r=` alone it shows the state to somebody who is not logged in (money.md 4.6).
 */
export function RelayScreen() {
  const [query] = useSearchParams();
  const { state, user } = useSession();
  const isHere = useIsHere();
  const ref = query.get('r') ?? '';
  // Starts while the session is still being decided, not after it.
  useEffect(() => {
    if (state === 'pending') load().catch(() => undefined);
  }, [state]);
  if (!isHere || state === 'pending') return <Working title={relay.working}>{relay.stay}</Working>;
  // The bank returns here also after a card was only to be saved; the page of that card shows the result.
  const left = user && ref && !query.get('order') ? cardReturn.read() : null;
  if (left) return <Navigate to={`${left.back}?returned=1`} replace={true} />;
  const guardian = ref && !query.has('order') ? guardianWay.read() : null;
  if (guardian) return <Navigate to={guardianPath(guardian)} replace={true} />;
  const order = query.get('order') || (user ? readTabDraft(user.id).order : '');
  const waiting = <Working title={relay.working}>{relay.stay}</Working>;
  if (user && order)
    return (
      <LatePart load={load} waiting={waiting}>
        {({ OrderRelay }) => <OrderRelay key={order} owner={user.id} order={order} isReturned={ref !== ''} />}
      </LatePart>
    );
  if (ref)
    return (
      <LatePart load={load} waiting={waiting}>
        {({ ResultRelay }) => <ResultRelay key={ref} payRef={ref} isMember={user !== null} />}
      </LatePart>
    );
  if (!user) {
    return (
      <div className={styles.page}>
        <PageHeader title={relay.title} inShell={false} />
        <LatePart load={loadGuest} waiting={<p role="status">{relay.looking}</p>}>
          {({ GuestFirst }) => <GuestFirst isOrdered={true} />}
        </LatePart>
      </div>
    );
  }
  return (
    <LatePart load={loadLost} waiting={waiting}>
      {({ LostOrder }) => <LostOrder />}
    </LatePart>
  );
}
