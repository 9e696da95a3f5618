import { useCallback, useEffect, useState } from 'react';
import type { GuardianOrder as Answer, GuardianOrderView } from '#contracts/shopGuardian.ts';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { guardianWay } from '#shared/lib/shop/guardianWay.ts';
import { bankPageOf, leaveForBank } from '#shared/lib/shop/leaveForBank.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import styles from '../components/Order.module.css';
import { Slip } from '../components/Slip.tsx';
import { getGuardianOrder } from './api.ts';
import { GuardianAsk } from './GuardianAsk.tsx';
import { GuardianLimit } from './GuardianLimit.tsx';
import { GuardianPay } from './GuardianPay.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { StopOrder } from './StopOrder.tsx';
import { texts } from './texts.ts';
import { useWaiting } from './useWaiting.ts';

/**
 * `/parent?order={token}`: the page of the mail to a guardian (money.md 4.11). The guardian has no login: they read
 * what is ordered, agree or decline, and pay. Nothing is stored on the device.
 */
export function GuardianOrder({ token }: { token: string }) {
  const load = useCallback((options: AskOptions) => getGuardianOrder(token, options), [token]);
  // Somebody on this page no longer needs a stored way back from the bank.
  useEffect(() => guardianWay.clear(), []);
  return (
    <ServerFirst load={load}>
      {(answer, put) => (answer ? <Standing token={token} answer={answer} put={put} /> : <End kind="gone" />)}
    </ServerFirst>
  );
}

const ends = {
  paid: { picture: 'star', title: texts.paid, body: texts.paidBody },
  declined: { picture: 'books', title: texts.declined, body: texts.declinedBody },
  over: { picture: 'clock', title: texts.over, body: texts.overBody },
  gone: { picture: 'clock', title: texts.gone, body: texts.goneBody },
} as const;

/**
 * Nothing is left to do: only the state, whoever has opened the link (money.md 7, row 111). `isUncharged`: whether it
 * is certain that nothing was charged; `null`: not a matter of this state.
 */
function End({ kind, isUncharged = null }: { kind: keyof typeof ends; isUncharged?: boolean | null }) {
  const { picture, title, body } = ends[kind];
  return (
    <div role="status">
      <StateCard
        isFlat={true}
        picture={picture}
        title={title}
        testId={`guardian-${kind}`}
        actions={<ActionLink to={paths.parent()}>{texts.toParent}</ActionLink>}
      >
        {isUncharged === null ? body : `${body}${isUncharged ? texts.uncharged : texts.moneyBack}`}
      </StateCard>
    </div>
  );
}

type Put = (answer: Answer | null) => void;

function Standing({ token, answer, put }: { token: string; answer: Answer; put: Put }) {
  const { status, order } = answer;
  const end = status.state === 'paid' || status.state === 'declined' ? status.state : null;
  if (end || !order) {
    return (
      <div className={styles.room}>
        <End kind={end ?? 'over'} isUncharged={end === 'paid' ? null : status.is_uncharged} />
        <GuardianLimit token={token} limit={answer.limit} onAnswer={put} />
      </div>
    );
  }
  if (status.state === 'asked') return <GuardianAsk token={token} order={order} onAnswer={put} />;
  return <Paying token={token} answer={answer} order={order} put={put} />;
}

function Paying({
  token,
  answer: { status, limit },
  order,
  put,
}: {
  token: string;
  answer: Answer;
  order: GuardianOrderView;
  put: Put;
}) {
  const [isOther, setOther] = useState(false);
  // Only a press on this page leads to the bank: somebody who comes back from there presses again.
  const [isPressed, setPressed] = useState(false);
  const read = async () => put(await getGuardianOrder(token, { isReload: true }));
  const { isSlow, again } = useWaiting(token, status.next === 'poll', read);
  const url = bankPageOf(status);

  useEffect(() => {
    if (url === null || !isPressed) return;
    setPressed(false);
    leave(token, url);
  }, [url, isPressed, token]);

  if (status.next === 'poll') {
    return (
      <section className={styles.card} data-testid="guardian-waiting">
        <p role="status">{isSlow ? texts.wait.slow : texts.wait.working}</p>
        {isSlow && (
          <div className={styles.actions}>
            <ActionButton look="primary" onClick={again}>
              {texts.wait.again}
            </ActionButton>
          </div>
        )}
      </section>
    );
  }
  if (url !== null) {
    return (
      <StateCard
        isFlat={true}
        picture="clock"
        title={texts.wait.challenge}
        testId="guardian-challenge"
        actions={
          <ActionButton look="primary" onClick={() => leave(token, url)} data-testid="guardian-to-challenge">
            {texts.wait.toChallenge}
          </ActionButton>
        }
      >
        {texts.wait.challengeBody}
      </StateCard>
    );
  }
  const hasSlip = order.payment.cvs !== null || order.payment.bank !== null;
  const paid = (answer: Answer) => {
    setPressed(true);
    setOther(false);
    put(answer);
  };
  return (
    <div className={styles.room} data-testid="guardian-paying">
      {!hasSlip && status.next === 'done' && (
        <p className={styles.note} role="status" data-testid="guardian-approved">
          {order.within_limit ? texts.pay.withinLimit : texts.pay.approved}
        </p>
      )}
      <OrderFacts order={order} />
      <Slip order={order} isKept={null} />
      {hasSlip && !isOther && order.can_pay && (
        <div className={styles.actions}>
          <ActionButton onClick={() => setOther(true)}>{texts.pay.otherWay}</ActionButton>
        </div>
      )}
      {order.can_pay && (!hasSlip || isOther) && (
        <GuardianPay token={token} order={order} status={status} onPaid={paid} />
      )}
      {!hasSlip && <StopOrder token={token} onAnswer={put} />}
      <GuardianLimit token={token} limit={limit} onAnswer={put} />
    </div>
  );
}

/** Goes to the bank's page, which leads back to this one. */
function leave(token: string, url: string): void {
  guardianWay.write(token);
  leaveForBank(url);
}
