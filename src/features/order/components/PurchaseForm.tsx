import { type FormEvent, useRef, useState } from 'react';
import type { CardList } from '#contracts/shopCard.ts';
import { cvsCodes } from '#contracts/shopCheckout.ts';
import type { OrderMade, PaySettings } from '#contracts/shopOrder.ts';
import { CardFrame, type CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { CardPicker, firstCard } from '#shared/form/card/CardPicker.tsx';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { lockedWords } from '../failure.ts';
import { isOfPlan, type RetryMethod, retryMethods, whyClosed } from '../model.ts';
import { texts } from '../texts.ts';
import { useRetry } from '../useRetry.ts';
import styles from './Order.module.css';

const words = texts.retry;
const stores = cvsCodes.map((value) => ({ value, label: words.stores[value] }));

/** The methods by which an order can still be paid, and the button to its payment. */
export function PurchaseForm({
  made,
  settings,
  cards,
  isOffline,
}: {
  made: OrderMade;
  settings: PaySettings;
  cards: CardList;
  isOffline: boolean;
}) {
  const { order, state } = made;
  const isPlan = isOfPlan(made);
  const lockedUntil = parseTime(state.retry_at);
  const closedOf = (method: RetryMethod) =>
    whyClosed(method, {
      total: order.total,
      methods: settings.methods,
      isLocked: lockedUntil !== null,
      isGuardians: order.guardian !== null && !order.guardian.allows_card,
      isPlan,
    });
  const [chosen, setChosen] = useState<RetryMethod | ''>(
    () => retryMethods.find((one) => closedOf(one) === null) ?? '',
  );
  const [store, setStore] = useState('');
  const [cardId, setCardId] = useState(() => firstCard(cards));
  const element = useRef<HTMLFormElement>(null);
  const frame = useRef<CardFrameHandle>(null);
  const method = chosen !== '' && closedOf(chosen) === null ? chosen : '';
  const { failure, storeError, isBusy, send } = useRetry({ id: order.id, frame, cardId, isPlan });
  useBusy(method === 'card', 'form');
  const hasSlip = order.payment.cvs !== null || order.payment.bank !== null;
  const closedWords = (why: NonNullable<ReturnType<typeof closedOf>>) =>
    why === 'locked' && lockedUntil !== null ? lockedWords(made, lockedUntil) : words.closed[why];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(method, store);
  };
  return (
    <form
      ref={element}
      className={formStyles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={submit}
      noValidate
      aria-busy={isBusy}
    >
      <SummaryBox title={words.failed} failure={failure} testId="pay-error" />
      {hasSlip && <p className={styles.warn}>{words.slipEnds}</p>}
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
                aria-describedby={`retry-${one}`}
                onChange={() => setChosen(one)}
                data-testid={`pay-method-${one}`}
              />
              <span className={styles.name}>{texts.methods[one]}</span>
              <span id={`retry-${one}`} className={styles.wayFacts}>
                {why === null ? words.facts[one].join('\n') : closedWords(why)}
              </span>
            </label>
          );
        })}
      </fieldset>
      {method === 'cvs' && (
        <SelectBox
          id="retry-store"
          name="cvs_code"
          label={words.store}
          tag={formTexts.required}
          placeholder={formTexts.chooseOne}
          options={stores}
          value={store}
          {...(storeError ? { error: storeError } : {})}
          onChange={(event) => setStore(event.currentTarget.value)}
          required
        />
      )}
      {method === 'card' && (
        <fieldset className={formStyles.group}>
          <legend>{words.card}</legend>
          <CardPicker list={cards} chosen={cardId} onChoose={setCardId}>
            {settings.frame_url !== null && (
              <CardFrame
                ref={frame}
                url={settings.frame_url}
                id="retry-card"
                isCardOnly={isPlan}
                onEnter={() => element.current?.requestSubmit()}
              />
            )}
          </CardPicker>
        </fieldset>
      )}
      <div className={styles.actions}>
        <ActionButton
          type="submit"
          look="primary"
          disabled={isBusy || isOffline || method === ''}
          data-testid="pay-next"
        >
          {isBusy ? words.busy : words.next}
        </ActionButton>
      </div>
    </form>
  );
}
