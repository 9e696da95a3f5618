import { useRef, useState } from 'react';
import { cvsCodes } from '#contracts/shopCheckout.ts';
import type {
  GuardianOrder,
  GuardianOrderView,
  GuardianPayInput,
  GuardianStatusAnswer,
} from '#contracts/shopGuardian.ts';
import type { PaySettings } from '#contracts/shopOrder.ts';
import { CardFrame, type CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { submitWithCard } from '#shared/form/card/submitWithCard.ts';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import formStyles from '#shared/form/Form.module.css';
import { type PayerValues, payerFields } from '#shared/form/payerRules.ts';
import { tidyKana, tidyPhone } from '#shared/form/personRules.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from '../components/Order.module.css';
import { guardianFailure, guardianMoney } from '../failure.ts';
import { failureTexts } from '../failureTexts.ts';
import { type RetryMethod, retryMethods, whyClosed } from '../model.ts';
import { texts as orderTexts } from '../texts.ts';
import { postPay } from './api.ts';
import { checkPay, firstValues, payerOf } from './payRules.ts';
import { texts } from './texts.ts';

const words = texts.pay;
const retry = orderTexts.retry;
const stores = cvsCodes.map((value) => ({ value, label: retry.stores[value] }));

/** The card frame could not make a token; this is not the payer's fault. */
class CardTrouble extends Error {}

type Props = {
  token: string;
  order: GuardianOrderView;
  status: GuardianStatusAnswer;
  onPaid: (answer: GuardianOrder) => void;
};

/** How a guardian pays: the method, who they are, and the card in its own frame. */
export function GuardianPay(props: Props) {
  return (
    <section className={styles.card} aria-label={texts.payTitle} data-testid="guardian-pay">
      <h2>{texts.payTitle}</h2>
      <ServerFirst load={getPaySettings}>
        {(settings) => <PayForm {...props} settings={settings} />}
      </ServerFirst>
      <p className={styles.small}>{words.child}</p>
    </section>
  );
}

function PayForm({ token, order, status, onPaid, settings }: Props & { settings: PaySettings }) {
  const lockedUntil = parseTime(status.retry_at);
  const closedOf = (method: RetryMethod) =>
    whyClosed(method, {
      total: order.total,
      methods: settings.methods.filter((one) => order.methods.includes(one)),
      isLocked: lockedUntil !== null,
    });
  const [chosen, setChosen] = useState<RetryMethod | ''>(
    () =>
      retryMethods.find((one) => one === order.method && closedOf(one) === null) ??
      retryMethods.find((one) => closedOf(one) === null) ??
      '',
  );
  const method = chosen !== '' && closedOf(chosen) === null ? chosen : '';
  const keys = useRef(createSubmissionKey());
  const element = useRef<HTMLFormElement>(null);
  const frame = useRef<CardFrameHandle>(null);
  const isOffline = useConnectivity().state === 'offline';
  useBusy(method === 'card', 'form');

  /** The request body; `null`: the card fields show something that has to be corrected. */
  const bodyOf = async (values: PayerValues): Promise<GuardianPayInput | null> => {
    const payer = payerOf(values);
    if (method === 'bank') return { method, payer };
    if (method === 'cvs')
      return { method, payer, cvs_code: cvsCodes.find((code) => code === values.cvs_code) };
    const answer = (await frame.current?.ask()) ?? { kind: 'trouble' };
    if (answer.kind === 'trouble') throw new CardTrouble();
    if (answer.kind === 'wrong') {
      form.show({ card: cardErrorLine(answer.errors) }, null);
      document.getElementById(form.idOf('card'))?.focus();
      return null;
    }
    const { token: gmo_token, brand, last4, expiry } = answer;
    return { method: 'card', payer, gmo_token, card: { brand, last4, expiry } };
  };

  const form = useForm<PayerValues>({
    initial: firstValues(order.guardian_name),
    order: payerFields,
    check: (values) => checkPay(values, method),
    tidy: {
      'payer.family_name_kana': tidyKana,
      'payer.given_name_kana': tidyKana,
      'payer.phone': tidyPhone,
    },
    describe: (error) => (error instanceof CardTrouble ? retry.cardTrouble : describeCardFailure(error)),
    send: async (values) => {
      const body = await bodyOf(values);
      if (!body) return;
      const answer = await postPay(token, body, keys.current.keyFor(body));
      keys.current.arrived();
      onPaid(answer);
    },
  });
  const failed = guardianFailure(status);
  return (
    <form
      ref={element}
      className={formStyles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={(event) => void submitWithCard(event, form, checkPay(form.values, method), frame.current)}
      noValidate
      aria-busy={form.isBusy}
    >
      {failed && (
        <p className={styles.warn} role="alert" data-testid="guardian-pay-failed">
          {failed}
          {guardianMoney(order, status)}
        </p>
      )}
      <ErrorSummary {...form.summary} title={retry.failed} testId="pay-error" />
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{words.legend}</legend>
        {retryMethods.map((one) => {
          const why = closedOf(one);
          return (
            <label key={one} className={styles.way}>
              <input
                type="radio"
                name="method"
                value={one}
                checked={method === one}
                disabled={why !== null}
                aria-describedby={`guardian-way-${one}`}
                onChange={() => setChosen(one)}
                data-testid={`pay-method-${one}`}
              />
              <span className={styles.name}>{orderTexts.methods[one]}</span>
              <span id={`guardian-way-${one}`} className={styles.wayFacts}>
                {why === null
                  ? retry.facts[one].join('\n')
                  : why === 'locked' && lockedUntil !== null
                    ? failureTexts.lockedUntil(lockedUntil)
                    : retry.closed[why]}
              </span>
            </label>
          );
        })}
      </fieldset>
      <fieldset className={formStyles.group}>
        <legend>{words.payer}</legend>
        <div className={formStyles.pair}>
          <Field
            {...form.bind('payer.family_name')}
            label={words.family_name}
            autoComplete="family-name"
            required
          />
          <Field
            {...form.bind('payer.given_name')}
            label={words.given_name}
            autoComplete="given-name"
            required
          />
        </div>
        <div className={formStyles.pair}>
          <Field
            {...form.bind('payer.family_name_kana')}
            label={words.family_name_kana}
            autoComplete="off"
            required
          />
          <Field
            {...form.bind('payer.given_name_kana')}
            label={words.given_name_kana}
            autoComplete="off"
            required
          />
        </div>
        <Field
          {...form.bind('payer.phone')}
          label={words.phone}
          hint={words.phoneHint}
          isSteady={true}
          autoComplete="tel"
          inputMode="tel"
          required
        />
      </fieldset>
      {method === 'cvs' && (
        <SelectBox
          {...form.bind('cvs_code')}
          label={retry.store}
          tag={formTexts.required}
          placeholder={formTexts.chooseOne}
          options={stores}
          required
        />
      )}
      {method === 'card' && settings.frame_url !== null && (
        <fieldset className={formStyles.group}>
          <legend>{retry.card}</legend>
          <CardFrame
            ref={frame}
            url={settings.frame_url}
            id={form.idOf('card')}
            isInvalid={form.errors.card !== undefined}
            onErrors={(found) => {
              if (form.errors.card)
                form.show({ ...form.errors, card: cardErrorLine(found) || undefined }, null);
            }}
            onEnter={() => element.current?.requestSubmit()}
          />
          <p className={styles.small}>{words.notKept}</p>
        </fieldset>
      )}
      <div className={styles.actions}>
        <ActionButton
          type="submit"
          look="primary"
          disabled={form.isBusy || isOffline || method === ''}
          data-testid="pay-next"
        >
          {form.isBusy ? words.busy : method === 'card' ? words.send(order.total) : words.sendSlip}
        </ActionButton>
      </div>
    </form>
  );
}
