import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order, OrderMade } from '#contracts/shopOrder.ts';
import { ReasonForm } from '#shared/form/ReasonForm.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useReasonForm } from '#shared/form/useReasonForm.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Dialog } from '#shared/ui/Dialog.tsx';
import { postCancel } from '../api.ts';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

const words = texts.cancel;

/** Cancels an unpaid order: with a confirmation, and a reason if the buyer wants to give one (money.md 4.13). */
export function CancelOrder({ order, onDone }: { order: Order; onDone: (made: OrderMade) => void }) {
  const [isAsking, setAsking] = useState(false);
  const keys = useRef(createSubmissionKey());
  const isOffline = useConnectivity().state === 'offline';
  const hasSlip = order.payment.cvs !== null || order.payment.bank !== null;

  const form = useReasonForm(async (reason) => {
    const made = await postCancel(order.id, reason, keys.current.keyFor([order.id, reason]));
    keys.current.arrived();
    // While the dialog is open, nothing beside it can have the focus.
    flushSync(() => setAsking(false));
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    blueAlert.show(made.order.status === 'canceled' ? words.done : words.asked);
    onDone(made);
  });

  return (
    <section className={styles.card} aria-labelledby="cancel-title">
      <h2 id="cancel-title">{words.title}</h2>
      <p>{words.lead(parseTime(order.can_cancel_until))}</p>
      <div className={styles.actions}>
        <ActionButton disabled={isOffline} onClick={() => setAsking(true)} data-testid="order-cancel">
          {words.start}
        </ActionButton>
      </div>
      {isOffline && <p className={styles.small}>{texts.online}</p>}
      {isAsking && (
        <Dialog
          title={words.sure}
          body={hasSlip ? `${words.sureBody}${words.slipBody}` : words.sureBody}
          testId="cancel-dialog"
          startsAtTitle={true}
          onCancel={() => setAsking(false)}
        >
          <ReasonForm
            form={form}
            words={words}
            testIds={{ error: 'order-error', confirm: 'cancel-confirm' }}
            className={styles.ways}
            note={isOffline && <p className={styles.small}>{texts.online}</p>}
            isOffline={isOffline}
            onLeave={() => setAsking(false)}
          />
        </Dialog>
      )}
    </section>
  );
}
