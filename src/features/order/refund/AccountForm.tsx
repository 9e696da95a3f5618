import { Fragment, useRef } from 'react';
import { type RefundQuote, tidyDigits, tidyHolder } from '#contracts/shopRefund.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from '../components/Order.module.css';
import { putAccount } from './api.ts';
import { type AccountValues, accountFields, wrongFields } from './model.ts';
import { texts } from './texts.ts';

const words = texts.account;
const empty: AccountValues = {
  bank_name: '',
  bank_code: '',
  branch_name: '',
  branch_code: '',
  type: 'ordinary',
  number: '',
  holder: '',
};
const isNumber = new Set<string>(['bank_code', 'branch_code', 'number']);

/**
 * The bank account for a refund by transfer. It is not stored on the device: it is its owner's private data
 * (money.md 4.9).
 */
export function AccountForm({ order, onDone }: { order: string; onDone: (quote: RefundQuote) => void }) {
  const isOffline = useConnectivity().state === 'offline';
  const keys = useRef(createSubmissionKey());
  const form = useForm<AccountValues>({
    initial: empty,
    order: accountFields,
    check: (values) => {
      const wrong = wrongFields(values);
      return Object.fromEntries(
        accountFields.filter((name) => wrong.has(name)).map((name) => [name, words.wrong[name]]),
      );
    },
    tidy: { bank_code: tidyDigits, branch_code: tidyDigits, number: tidyDigits, holder: tidyHolder },
    describe: describeFailure,
    send: async (values) => {
      const quote = await putAccount(order, values, keys.current.keyFor(values));
      keys.current.arrived();
      blueAlert.show(words.done);
      onDone(quote);
    },
  });
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      data-testid="refund-account"
    >
      <h3>{words.title}</h3>
      <p>{words.lead}</p>
      <ErrorSummary {...form.summary} title={words.failed} testId="account-error" />
      {accountFields.map((name) => (
        <Fragment key={name}>
          {name === 'number' && (
            <ChoiceField
              id={form.idOf('type')}
              name="type"
              label={words.type}
              value={form.values.type}
              options={words.types}
              onChange={(type) => form.choose('type', type)}
            />
          )}
          <Field
            {...form.bind(name)}
            label={words[name]}
            hint={words.hints[name]}
            isSteady={true}
            autoComplete="off"
            inputMode={isNumber.has(name) ? 'numeric' : 'text'}
            data-testid={`account-${name}`}
          />
        </Fragment>
      ))}
      <div className={styles.ways}>
        <ActionButton
          type="submit"
          look="primary"
          disabled={form.isBusy || isOffline}
          data-testid="account-save"
        >
          {form.isBusy ? words.saving : words.save}
        </ActionButton>
      </div>
      {isOffline && <p className={styles.small}>{texts.online}</p>}
    </form>
  );
}
