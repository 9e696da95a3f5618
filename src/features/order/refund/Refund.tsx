import { useState } from 'react';
import type { Order } from '#contracts/shopOrder.ts';
import type { Refund, RefundQuote } from '#contracts/shopRefund.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import styles from '../components/Order.module.css';
import { AccountForm } from './AccountForm.tsx';
import { getQuote } from './api.ts';
import { accountNeed, isSilent } from './model.ts';
import { Offer } from './Offer.tsx';
import { texts } from './texts.ts';

/**
 * What can be refunded of a paid order, what was refunded, and the account for a transfer (money.md 4.13). Amounts
 * always come from the server: nothing is stored on the device. `onChanged`: the order has changed.
 */
export function RefundSection({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const answer = useAnswer((options) => getQuote(order.id, options), null);
  const isOffline = useConnectivity().state === 'offline';
  if (answer.data && isSilent(answer.data)) return null;
  const take = (quote: RefundQuote) => {
    answer.put(quote);
    onChanged();
  };
  return (
    <section className={styles.card} aria-labelledby="refund-title" data-testid="refund">
      <h2 id="refund-title">{texts.title}</h2>
      {isOffline && answer.data === undefined ? (
        <p className={styles.small}>{texts.offline}</p>
      ) : (
        <MirrorView mirror={answer} shape={<Skeleton height="4rem" radius="0.75rem" />}>
          {(quote) => <Shown quote={quote} order={order} onDone={take} onChange={answer.put} />}
        </MirrorView>
      )}
    </section>
  );
}

function Shown({
  quote,
  order,
  onDone,
  onChange,
}: {
  quote: RefundQuote;
  order: Order;
  onDone: (quote: RefundQuote) => void;
  onChange: (quote: RefundQuote) => void;
}) {
  const asOf = parseTime(quote.as_of);
  return (
    <div className={styles.room}>
      {quote.refunds.length > 0 && (
        <>
          <h3>{texts.refunds}</h3>
          <ul className={styles.papers}>
            {quote.refunds.map((refund) => (
              <Decided key={refund.id} refund={refund} />
            ))}
          </ul>
        </>
      )}
      <Account quote={quote} order={order} onDone={onDone} />
      {quote.offers.map((offer) => (
        <Offer key={offer.number} offer={offer} order={order} onDone={onDone} onChanged={onChange} />
      ))}
      {quote.offers.length > 0 && asOf !== null && (
        <p className={styles.small} data-testid="refund-as-of">
          {texts.asOf(asOf)}
        </p>
      )}
      {quote.closed.map(({ kind, detail }) => (
        <p key={kind} className={styles.small} data-testid="refund-closed">
          {detail}
        </p>
      ))}
    </div>
  );
}

/** A refund that was decided, and its state. */
function Decided({ refund }: { refund: Refund }) {
  const [asked, done] = [parseTime(refund.created), parseTime(refund.done_at)];
  return (
    <li className={styles.paper} data-testid="refund-row">
      <span className={styles.name}>
        {`${texts.kinds[refund.kind] ?? texts.title} ${texts.yen(refund.amount)}`}
      </span>
      <span className={styles.small}>{refund.names.join('、')}</span>
      <span data-testid="refund-state">
        {done === null ? (texts.states[refund.state] ?? '') : texts.doneOn(done)}
      </span>
      {asked !== null && <span className={styles.small}>{texts.asked(asked)}</span>}
      {refund.account_tail && <span className={styles.small}>{texts.tail(refund.account_tail)}</span>}
    </li>
  );
}

/** The form for an account: shown while the account is missing; behind a button while it can still be changed. */
function Account({
  quote,
  order,
  onDone,
}: {
  quote: RefundQuote;
  order: Order;
  onDone: (quote: RefundQuote) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const need = accountNeed(quote);
  if (need === null) return null;
  if (need === 'changeable' && !isOpen)
    return (
      <div className={styles.actions}>
        <ActionButton onClick={() => setOpen(true)}>{texts.account.change}</ActionButton>
      </div>
    );
  return (
    <AccountForm
      order={order.id}
      onDone={(next) => {
        setOpen(false);
        onDone(next);
      }}
    />
  );
}
