import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { cardReturn } from '#shared/form/card/cardReturn.ts';
import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { guardianPath, guardianWay } from '#shared/lib/shop/guardianWay.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { readTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { LostOrder } from './LostOrder.tsx';
import styles from './Payment.module.css';
import { Working } from './Working.tsx';

const { relay } = texts;
/** What asks and leads on: not for a guest who is only told to log in. */
const load = loadAgain(() => import('./RelayParts.tsx'));

/**
 * `/payment/gmo` (product.md 2.2.D): stands between the order and its result. It asks how the payment stands, leads to
 * the bank's page, takes the buyer back from there and on to the result. Back, reload and a second tab do nothing more
 * than ask. `?r=` alone says how it stands to who is not logged in (money.md 4.6).
 */
export function RelayScreen() {
  const [query] = useSearchParams();
  const { state, user } = useSession();
  const isHere = useIsHere();
  const ref = query.get('r') ?? '';
  // Beside the question who is here, not after it.
  useEffect(() => {
    if (state === 'pending') load().catch(() => undefined);
  }, [state]);
  if (!isHere || state === 'pending') return <Working title={relay.working}>{relay.stay}</Working>;
  // The way back from a bank is the same for a card that shall be kept: its page asks how that stands.
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
        <LoginFirst>{texts.needsLogin}</LoginFirst>
      </div>
    );
  }
  return <LostOrder />;
}
