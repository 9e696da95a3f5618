import { useRef, useState } from 'react';
import { holdsCardNumber } from '#contracts/cardNumber.ts';
import { tidyName } from '#contracts/profile.ts';
import { type Document, honorifics, type ReceiptInput, receiptInputSchema } from '#contracts/shopDocument.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { postReceipt } from '../api.ts';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

const words = texts.receipt;
const options = honorifics.map((value) => ({ value, label: value }));
const order = ['name'] as const;

type Values = { name: string; honorific: ReceiptInput['honorific'] };

/** The mistakes in a name (product.md 2.3.H). */
function wrongWith(name: string): string | undefined {
  if (tidyName(name) === '') return words.nameMissing;
  if (holdsCardNumber(name)) return words.noCard;
  const isShort = receiptInputSchema.safeParse({ name, honorific: honorifics[0] }).success;
  return isShort ? undefined : words.nameLong;
}

/**
 * The name on a receipt, which can be set only once: typed, checked by the reader, then sent. `onMade`: there is a
 * receipt now; `onTaken`: another tab was faster (money.md 7, row 104).
 */
export function ReceiptForm({
  owner,
  order: orderId,
  payer,
  onMade,
  onTaken,
}: {
  owner: string;
  order: string;
  /** Who paid: most receipts are for them (money.md 4.17). Empty: not known. */
  payer: string;
  onMade: (paper: Document) => void;
  onTaken: () => void;
}) {
  const { user } = useSession();
  const isOffline = useConnectivity().state === 'offline';
  const keys = useRef(createSubmissionKey());
  const [isSure, setSure] = useState(false);
  const own = user?.id === owner ? [user.family_name, user.given_name].filter(Boolean).join(' ') : '';
  const name = payer || own;
  const make = async ({ name, honorific }: Values) => {
    const body = { name: tidyName(name), honorific };
    if (!isSure) return setSure(true);
    try {
      const paper = await postReceipt(orderId, body, keys.current.keyFor(body));
      keys.current.arrived();
      onMade(paper);
    } catch (error) {
      setSure(false);
      if (error instanceof HttpError && error.status === 409) onTaken();
      throw error;
    }
  };
  const form = useForm<Values>({
    initial: { name, honorific: honorifics[0] },
    order,
    check: ({ name }) => ({ name: wrongWith(name) }),
    tidy: { name: tidyName },
    describe: describeFailure,
    send: make,
  });
  const { values, isBusy } = form;
  return (
    <form className={formStyles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <ErrorSummary {...form.summary} title={words.failed} testId="receipt-error" />
      {isSure ? (
        <p className={styles.note} role="status">
          {words.confirm(tidyName(values.name), values.honorific)}
        </p>
      ) : (
        <div className={styles.pair}>
          <Field
            {...form.bind('name')}
            label={words.name}
            hint={words.nameHint}
            isSteady={true}
            autoComplete="off"
            data-testid="receipt-name"
          />
          <ChoiceField
            id={form.idOf('honorific')}
            name="honorific"
            label={words.honorific}
            value={values.honorific}
            options={options}
            onChange={(honorific) => form.choose('honorific', honorific)}
          />
        </div>
      )}
      <div className={styles.ways}>
        <ActionButton type="submit" disabled={isBusy || isOffline} data-testid="receipt-make">
          {isBusy ? words.making : isSure ? words.make : words.show}
        </ActionButton>
        {isSure && (
          <ActionButton look="quiet" disabled={isBusy} onClick={() => setSure(false)}>
            {words.back}
          </ActionButton>
        )}
      </div>
      {isOffline && <p className={styles.small}>{texts.online}</p>}
    </form>
  );
}
