import { Navigate, useNavigate } from 'react-router-dom';
import type { OrderState, PayResult } from '#contracts/shopOrder.ts';
import { cardReturn } from '#shared/form/card/cardReturn.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useBankVisit } from '#shared/lib/shop/useBankVisit.ts';
import { useRelay } from '#shared/lib/shop/useRelay.ts';
import { formatMoment } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { getOrderState, getPayResult } from '../api.ts';
import { lastState } from '../lastState.ts';
import { cardPageOf, resultKind, wayOf } from '../model.ts';
import { relayFrameTexts } from '../relayFrameTexts.ts';
import { leftFor, writeTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { LostOrder } from './LostOrder.tsx';
import { Working } from './Working.tsx';

const { relay } = texts;

/** The safe next steps: the list of orders, and asking again. */
function Ways({ onAgain }: { onAgain?: () => void }) {
  return (
    <>
      {onAgain && (
        <ActionButton look="primary" onClick={onAgain} data-testid="pay-again">
          {relay.again}
        </ActionButton>
      )}
      <ActionLink to={paths.history()}>{relay.toHistory}</ActionLink>
    </>
  );
}

/** Takes an order through its payment: polls its state, leads to the bank's page and then to the result. */
export function OrderRelay({
  owner,
  order,
  isReturned,
}: {
  owner: string;
  order: string;
  isReturned: boolean;
}) {
  const navigate = useNavigate();
  const isOffline = useConnectivity().state === 'offline';
  const { isLeaving, open, leave, clear, wait } = useBankVisit((url) => {
    leftFor.write(order, url);
    // Also of a guardian's page: the bank leads back to this order.
    cardReturn.clear();
    // The address on the way back from the bank does not name the order.
    writeTabDraft(owner, { order });
  });

  const take = (state: OrderState, waitedMs: number): boolean => {
    lastState.write(order, state.next);
    const way = wayOf(state);
    if (way.kind === 'page') {
      void navigate(way.to, { replace: true });
      return true;
    }
    if (way.kind === 'relay') {
      clear();
      return false;
    }
    const wasThere = leftFor.read(order) === way.url;
    if (!wasThere && !isReturned) {
      leave(way.url);
      return true;
    }
    wait(way.url, isReturned, waitedMs);
    return false;
  };
  const { state, isGone, isSlow, again } = useRelay<OrderState>(
    (signal) => getOrderState(order, { signal, isReload: true }),
    take,
  );

  if (isGone) return <LostOrder />;
  if (isOffline) return <Offline order={order} />;
  if (isLeaving) return <Working title={relay.challenge}>{relay.challengeBody}</Working>;
  if (open !== null) {
    return (
      <StateCard
        picture="clock"
        title={relay.backTitle}
        level={1}
        testId="pay-challenge"
        actions={
          <>
            <ActionButton look="primary" onClick={() => leave(open)} data-testid="pay-to-challenge">
              {relay.toChallenge}
            </ActionButton>
            <ActionLink to={paths.historyDetail(order)}>{relay.toHistory}</ActionLink>
          </>
        }
      >
        {relay.backBody}
      </StateCard>
    );
  }
  if (isSlow) {
    return (
      <StateCard
        picture="clock"
        title={relay.slowTitle}
        level={1}
        testId="pay-slow"
        role="alert"
        actions={<Ways onAgain={again} />}
      >
        {relay.slow}
      </StateCard>
    );
  }
  const isSlip = state?.method === 'cvs' || state?.method === 'bank';
  return <Working title={isSlip ? relay.slip : relayFrameTexts.working}>{relayFrameTexts.stay}</Working>;
}

/** Without a network: the last known state, and that nobody has to pay again. */
function Offline({ order }: { order: string }) {
  const last = lastState.read(order);
  const words: Readonly<Record<string, string>> = relay.states;
  const known = last && words[last.next];
  return (
    <StateCard
      picture="offline"
      title={relay.slowTitle}
      level={1}
      testId="pay-offline"
      note={known ? relay.last(formatMoment(last.at, now()), known) : undefined}
      actions={<Ways />}
    >
      {relay.offline}
    </StateCard>
  );
}

/** For somebody who came back in a browser without a login: only the state. */
export function ResultRelay({ payRef, isMember }: { payRef: string; isMember: boolean }) {
  const isOffline = useConnectivity().state === 'offline';
  const { state, isGone, isSlow, again } = useRelay<PayResult>(
    (signal) => getPayResult(payRef, { signal, isReload: true }),
    (fresh) => resultKind(fresh) !== 'checking',
  );
  const kind = state ? resultKind(state) : 'checking';
  const owners = cardPageOf(state);
  if (owners && isMember) return <Navigate to={`${owners}?returned=1`} replace={true} />;
  if (isGone) {
    return (
      <StateCard
        picture="clock"
        title={relay.resultOver}
        level={1}
        testId="pay-result-over"
        actions={isMember ? <Ways /> : <ActionLink to={paths.login()}>{texts.lost.toHistory}</ActionLink>}
      >
        {relay.resultOverBody}
      </StateCard>
    );
  }
  const toHistory = isMember && <Ways />;
  if (kind === 'done') {
    return (
      <StateCard
        picture="letter"
        title={owners ? relay.cardDone : relay.resultDone}
        level={1}
        testId="pay-result-done"
        actions={toHistory}
      >
        {owners ? relay.cardDoneBody : relay.resultDoneBody}
      </StateCard>
    );
  }
  if (kind === 'failed') {
    return (
      <StateCard
        picture="trouble"
        title={owners ? relay.cardFailed : relay.resultFailed}
        level={1}
        testId="pay-result-failed"
        actions={toHistory}
      >
        {`${state?.is_uncharged ? relay.uncharged : ''}${owners ? relay.cardFailedBody : relay.resultFailedBody}`}
      </StateCard>
    );
  }
  if (isSlow || isOffline) {
    return (
      <StateCard
        picture="clock"
        title={relay.resultChecking}
        level={1}
        testId="pay-result-checking"
        actions={!isOffline && <ActionButton onClick={again}>{relay.again}</ActionButton>}
      >
        {relay.resultCheckingBody}
      </StateCard>
    );
  }
  return <Working title={relay.resultChecking}>{relay.resultCheckingBody}</Working>;
}
