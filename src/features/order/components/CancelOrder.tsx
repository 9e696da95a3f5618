import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order, OrderMade } from '#contracts/shopOrder.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { checkReason } from '#shared/form/reasonRule.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { TextBox } from '#shared/form/TextBox.tsx';
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
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keys = useRef(createSubmissionKey());
  const isOffline = useConnectivity().state === 'offline';
  const hasSlip = order.payment.cvs !== null || order.payment.bank !== null;

  const cancel = async (event: React.FormEvent) => {
    event.preventDefault();
    const wrong = checkReason(reason);
    setError(wrong);
    if (wrong) document.getElementById('cancel-reason')?.focus();
    if (wrong || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const made = await postCancel(order.id, reason, keys.current.keyFor([order.id, reason]));
      keys.current.arrived();
      // While the dialog is open, nothing beside it can have the focus.
      flushSync(() => setAsking(false));
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      blueAlert.show(made.order.status === 'canceled' ? words.done : words.asked);
      onDone(made);
    } catch (caught) {
      setFailure(describeFailure(caught));
    } finally {
      setBusy(false);
    }
  };

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
          <form className={formStyles.form} onSubmit={(event) => void cancel(event)} noValidate>
            <SummaryBox title={words.failed} failure={failure} testId="order-error" />
            <TextBox
              id="cancel-reason"
              label={words.reason}
              hint={words.reasonHint}
              error={error ?? undefined}
              rows={3}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {isOffline && <p className={styles.small}>{texts.online}</p>}
            <div className={styles.ways}>
              <ActionButton onClick={() => setAsking(false)}>{words.keep}</ActionButton>
              <ActionButton
                type="submit"
                look="primary"
                disabled={isBusy || isOffline}
                data-testid="cancel-confirm"
              >
                {isBusy ? words.working : words.confirm}
              </ActionButton>
            </div>
          </form>
        </Dialog>
      )}
    </section>
  );
}
