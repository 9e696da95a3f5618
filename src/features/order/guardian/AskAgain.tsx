import { useRef, useState } from 'react';
import type { Order } from '#contracts/shopOrder.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import styles from '../components/Order.module.css';
import { postAsk } from './api.ts';
import { texts } from './texts.ts';

const words = texts.resend;

/**
 * For a buyer under 18: says that the guardian has got a mail and until when it is valid, and can send it again.
 * Nothing for other orders, nor after the final decision. `onChanged`: the order has changed.
 */
export function AskAgain({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const keys = useRef(createSubmissionKey());
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isOffline = useConnectivity().state === 'offline';
  const { guardian, status, payment } = order;
  const isAsked = status === 'awaiting_guardian';
  const isApproved = status === 'confirmed' && guardian?.decision === 'approved' && payment.status === 'none';
  if (!guardian || !(isAsked || isApproved)) return null;
  const until = parseTime(guardian.until);

  const send = async () => {
    setBusy(true);
    setFailure(null);
    setSaid('');
    try {
      const { kind, email_masked } = await postAsk(order.id, keys.current.keyFor(order.id));
      keys.current.arrived();
      setSaid(kind === 'released' ? words.released : words.sent(email_masked));
      if (kind === 'released') onChanged();
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} aria-labelledby="guardian-title" data-testid="guardian-state">
      <h2 id="guardian-title">{words.title}</h2>
      <p>{isAsked ? words.lead : words.payLead}</p>
      {until !== null && (
        <p className={styles.small}>{isAsked ? words.until(until) : words.payUntil(until)}</p>
      )}
      <SummaryBox title={words.failed} failure={failure} testId="guardian-resend-error" />
      <p role="status" data-testid="guardian-resent">
        {said}
      </p>
      <div className={styles.actions}>
        <ActionButton
          disabled={isBusy || isOffline}
          aria-busy={isBusy}
          onClick={() => void send()}
          data-testid="guardian-resend"
        >
          {isBusy ? words.sending : words.send}
        </ActionButton>
        <ActionLink to={paths.account('base')} look="quiet">
          {words.change}
        </ActionLink>
      </div>
    </section>
  );
}
