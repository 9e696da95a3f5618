import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order } from '#contracts/shopOrder.ts';
import {
  type AskedRefundKind,
  askedRefundKinds,
  type RefundLineShown,
  type RefundOffer,
  type RefundQuote,
} from '#contracts/shopRefund.ts';
import { CheckGroup } from '#shared/form/ChoiceField.tsx';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { ReasonForm } from '#shared/form/ReasonForm.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useReasonForm } from '#shared/form/useReasonForm.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Dialog } from '#shared/ui/Dialog.tsx';
import styles from '../components/Order.module.css';
import { changedQuote, postRefund } from './api.ts';
import { chosenTotal } from './model.ts';
import { texts } from './texts.ts';

const isAsked = (kind: string): kind is AskedRefundKind =>
  (askedRefundKinds as readonly string[]).includes(kind);

/**
 * One way of returning the order: the amount and why, what ends, and a confirmation. `onChanged`: the amounts have
 * changed, and no refund was requested.
 */
export function Offer({
  offer,
  order,
  onDone,
  onChanged,
}: {
  offer: RefundOffer;
  order: Order;
  onDone: (quote: RefundQuote) => void;
  onChanged: (quote: RefundQuote) => void;
}) {
  const [items, setItems] = useState<readonly string[]>(() => offer.lines.map(({ item }) => item));
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const isOffline = useConnectivity().state === 'offline';
  const { kind, lines } = offer;
  if (!isAsked(kind)) return null;
  const isWhole = kind === 'cooling_off';
  const chosen = lines.filter(({ item }) => items.includes(item));
  const total = chosenTotal(offer, items);
  const ask = () => {
    setFailure(null);
    setError(chosen.length === 0 ? texts.itemsMissing : undefined);
    if (chosen.length > 0) setAsking(true);
  };
  return (
    <>
      <h3>{texts.kinds[kind]}</h3>
      <p>{texts.leads[kind]?.(parseTime(offer.until))}</p>
      <SummaryBox title={texts.failed} failure={failure} testId="refund-error" />
      {lines.length > 1 && !isWhole && (
        <CheckGroup
          id={`refund-${kind}`}
          name={`refund-${kind}`}
          label={texts.items}
          value={items}
          options={lines.map(({ item, name, amount }) => ({
            value: item,
            label: name,
            hint: texts.yen(amount),
          }))}
          onChange={setItems}
          {...(error ? { error } : {})}
        />
      )}
      <Sums order={order} lines={chosen} total={total} />
      <p>{texts.ends}</p>
      <ul className={styles.notes}>
        {chosen.map(({ item, name }) => (
          <li key={item}>{name}</li>
        ))}
      </ul>
      <p className={styles.small}>{texts.ways[offer.via] ?? texts.ways.transfer}</p>
      <div className={styles.actions}>
        <ActionButton disabled={isOffline} onClick={ask} data-testid="refund-start">
          {texts.start[kind]}
        </ActionButton>
      </div>
      {isOffline && <p className={styles.small}>{texts.online}</p>}
      {isAsking && (
        <Question
          kind={kind}
          number={offer.number}
          order={order.id}
          items={chosen.map(({ item }) => item)}
          total={total}
          onCancel={() => setAsking(false)}
          onDone={onDone}
          onChanged={(quote) => {
            setAsking(false);
            setFailure(texts.changed);
            onChanged(quote);
          }}
        />
      )}
    </>
  );
}

/** What is refunded, and what is kept. */
function Sums({ order, lines, total }: { order: Order; lines: readonly RefundLineShown[]; total: number }) {
  const sum = (of: (line: RefundLineShown) => number) => lines.reduce((all, line) => all + of(line), 0);
  const [used, fee] = [sum((line) => line.used), sum((line) => line.fee)];
  const paid = order.items.reduce(
    (all, { id, paid: one }) => (lines.some(({ item }) => item === id) ? all + one : all),
    0,
  );
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{texts.paid}</dt>
        <dd>{texts.yen(paid)}</dd>
      </div>
      {used > 0 && (
        <div>
          <dt>{texts.used}</dt>
          <dd>{texts.minus(used)}</dd>
        </div>
      )}
      {fee > 0 && (
        <div>
          <dt>{texts.fee}</dt>
          <dd>{texts.minus(fee)}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{texts.total}</dt>
        <dd data-testid="refund-total">{texts.yen(total)}</dd>
      </div>
    </dl>
  );
}

/** The confirmation, with a reason if the buyer wants to give one. */
function Question({
  kind,
  number,
  order,
  items,
  total,
  onCancel,
  onDone,
  onChanged,
}: {
  kind: AskedRefundKind;
  number: string;
  order: string;
  items: string[];
  total: number;
  onCancel: () => void;
  onDone: (quote: RefundQuote) => void;
  onChanged: (quote: RefundQuote) => void;
}) {
  const keys = useRef(createSubmissionKey());
  const isOffline = useConnectivity().state === 'offline';

  const form = useReasonForm(async (reason) => {
    const body = { kind, number, items, reason };
    try {
      const quote = await postRefund(order, body, keys.current.keyFor(body));
      keys.current.arrived();
      // While the dialog is open, nothing beside it can have the focus.
      flushSync(onCancel);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      blueAlert.show(texts.done);
      onDone(quote);
    } catch (error) {
      const quote = changedQuote(error);
      if (!quote) throw error;
      onChanged(quote);
    }
  });

  return (
    <Dialog
      title={texts.sure(texts.kinds[kind] ?? texts.title)}
      body={texts.sureBody(total)}
      testId="refund-dialog"
      startsAtTitle={true}
      onCancel={onCancel}
    >
      <ReasonForm
        form={form}
        words={texts}
        testIds={{ error: 'refund-failure', confirm: 'refund-confirm' }}
        className={styles.ways}
        note={isOffline && <p className={styles.small}>{texts.online}</p>}
        isOffline={isOffline}
        onLeave={onCancel}
      />
    </Dialog>
  );
}
