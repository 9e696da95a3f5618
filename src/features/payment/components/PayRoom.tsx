import { Fragment, type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '#shared/lib/account/useSession.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { type PayStep, PaySteps } from '#shared/ui/PaySteps.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { withPlan } from '../address.ts';
import { frameTexts } from '../frameTexts.ts';
import styles from './PayFrame.module.css';

const loadGuest = loadAgain(() => import('./GuestFirst.tsx'));

/** Where the steps lead back to; a plan is never in the cart. */
function linksFor(plan: string) {
  return {
    ...(plan === '' && { cart: paths.cart() }),
    method: withPlan(paths.paymentMethod(), plan),
    details: withPlan(`${paths.payment()}?edit=1`, plan),
  };
}

/**
 * A page on the way to the order: the steps, its title, and a message if there is no network. For members: a guest logs
 * in first and comes back here, with the cart and all choices.
 *
 * @param load loads the part for members, with forms and schemas: a guest does not need it.
 */
export function PayRoom<Part>({
  step,
  title,
  lead,
  load,
  children,
}: {
  step: PayStep;
  title: string;
  lead?: string;
  load: () => Promise<Part>;
  children: (owner: string, part: Part) => ReactNode;
}) {
  const { state, user } = useSession();
  const isHere = useIsHere();
  const { state: connection, isCaptive } = useConnectivity();
  const [query] = useSearchParams();
  const plan = query.get('plan') ?? '';
  const isKnown = isHere && state !== 'pending';
  // Starts while the session is still being decided, not after it.
  useEffect(() => {
    if (state === 'pending') load().catch(() => undefined);
  }, [state, load]);
  return (
    <div className={styles.page}>
      <PaySteps current={step} links={linksFor(plan)} skipped={plan ? ['cart'] : []} />
      <PageHeader title={title} inShell={false} lead={isKnown && user ? lead : undefined} />
      {connection === 'offline' && (
        <p className={styles.away} role="status">
          {isCaptive ? frameTexts.captive : frameTexts.offline}
        </p>
      )}
      {!isKnown ? (
        <Looking />
      ) : user ? (
        <LatePart load={load} waiting={<PayShape />}>
          {(part) => <Fragment key={user.id}>{children(user.id, part)}</Fragment>}
        </LatePart>
      ) : (
        <LatePart load={loadGuest} waiting={<Looking />}>
          {({ GuestFirst }) => <GuestFirst />}
        </LatePart>
      )}
    </div>
  );
}

function Looking() {
  return <p role="status">{frameTexts.looking}</p>;
}

/** Placeholder for a page on the way to the order while it is loading. */
export function PayShape() {
  return (
    <div className={styles.shape}>
      <Skeleton height="4rem" radius="1rem" />
      <Skeleton height="16rem" radius="1rem" />
    </div>
  );
}
