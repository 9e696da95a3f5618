import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { Profile } from '#contracts/profile.ts';
import type { Cart, PayMethod } from '#contracts/shopCart.ts';
import { cvsCodes } from '#contracts/shopCheckout.ts';
import { CardFrame, type CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { useCart } from '#shared/lib/shop/useCart.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { getPaySettings, getProfile } from '../api.ts';
import { checkDetails, detailsFrom, firstMethod, isFree, type ShownMethod } from '../model.ts';
import { readTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { payerDraft, useDetailsForm } from '../useDetailsForm.ts';
import { CartTotal } from './CartTotal.tsx';
import { PayerFields } from './PayerFields.tsx';
import styles from './Payment.module.css';
import { LostCard, PayRoom, PayShape } from './PayRoom.tsx';

const stores = cvsCodes.map((value) => ({ value, label: texts.stores[value] }));

/** `/payment` (product.md 2.2.D): who pays, and what the way of paying needs. */
export function DetailsScreen() {
  return (
    <PayRoom step="details" title={texts.details.title}>
      {(owner) => <Details key={owner} owner={owner} />}
    </PayRoom>
  );
}

/** The way that was chosen, if this cart can still be paid by it; empty: it has to be chosen. */
function methodFor(cart: Cart, owner: string): PayMethod | '' {
  if (isFree(cart)) return 'none';
  const { method } = readTabDraft(owner);
  return firstMethod(cart, method) === method ? (method as ShownMethod) : '';
}

function Details({ owner }: { owner: string }) {
  const cart = useCart();
  return (
    <MirrorView
      mirror={cart}
      shape={<PayShape />}
      isEmpty={({ items }) => items.length === 0}
      empty={<LostCard>{texts.lost.cart}</LostCard>}
    >
      {(shown) => <DetailsFor cart={shown} owner={owner} isConfirmed={cart.isConfirmed === true} />}
    </MirrorView>
  );
}

function DetailsFor({ cart, owner, isConfirmed }: { cart: Cart; owner: string; isConfirmed: boolean }) {
  const method = methodFor(cart, owner);
  const [load] = useState(() => async (options: AskOptions) => {
    const [profile, settings] = await Promise.all([
      getProfile(options),
      method === 'card' ? getPaySettings(options) : null,
    ]);
    return { profile, frameUrl: settings?.frame_url ?? null };
  });
  if (method === '') return <Navigate to={paths.paymentMethod()} replace={true} />;
  return (
    <div className={styles.room}>
      <CartTotal cart={cart} />
      <div className={styles.card}>
        <ServerFirst load={load}>
          {({ profile, frameUrl }) => (
            <DetailsForm
              cart={cart}
              owner={owner}
              method={method}
              profile={profile}
              frameUrl={frameUrl}
              isConfirmed={isConfirmed}
            />
          )}
        </ServerFirst>
      </div>
    </div>
  );
}

function DetailsForm({
  cart,
  owner,
  method,
  profile,
  frameUrl,
  isConfirmed,
}: {
  cart: Cart;
  owner: string;
  method: PayMethod;
  profile: Profile;
  frameUrl: string | null;
  isConfirmed: boolean;
}) {
  const frame = useRef<CardFrameHandle>(null);
  const element = useRef<HTMLFormElement>(null);
  const isOffline = useConnectivity().state === 'offline';
  const { form, chooseKind } = useDetailsForm({ owner, cart, method, profile, frame });
  const { values, errors, isBusy } = form;
  useBusy(method === 'card', 'form');
  const submit = () => element.current?.requestSubmit();
  const isSkipped = useSkip({ owner, method, profile, isConfirmed, submit });
  return (
    <form
      ref={element}
      className={formStyles.form}
      // Sent by no script, nothing of it must stand in an address.
      method="post"
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.details.failed} testId="pay-error" />
      {isSkipped && isBusy && <p role="status">{texts.details.busy}</p>}
      {method !== 'none' && (
        <p className={styles.chosen}>
          <span>{`${texts.details.method}: ${texts.method.names[method]}`}</span>
          <Link to={paths.paymentMethod()}>{texts.change}</Link>
        </p>
      )}
      <PayerFields
        kindId={form.idOf('payer.kind')}
        kind={values['payer.kind']}
        onKind={chooseKind}
        bind={form.bind}
        needsPhone={method !== 'none'}
      />
      {method === 'cvs' && (
        <SelectBox
          {...form.bind('cvs_code')}
          label={texts.details.store}
          tag={formTexts.required}
          hint={texts.details.storeHint}
          placeholder={formTexts.chooseOne}
          options={stores}
          required
        />
      )}
      {method === 'bank' && <p className={formStyles.hint}>{texts.details.bankHint}</p>}
      {method === 'card' && (
        <fieldset className={formStyles.group}>
          <legend>{texts.details.card}</legend>
          {frameUrl === null ? (
            <p className={formStyles.notice}>{texts.details.cardLate}</p>
          ) : (
            <CardFrame
              ref={frame}
              url={frameUrl}
              id={form.idOf('card')}
              isInvalid={errors.card !== undefined}
              // What is corrected in the frame is gone from the summary, too.
              onErrors={(found) => {
                if (errors.card) form.show({ ...errors, card: cardErrorLine(found) || undefined }, null);
              }}
              onEnter={submit}
            >
              <ActionLink to={paths.paymentMethod()}>{texts.details.otherMethod}</ActionLink>
            </CardFrame>
          )}
        </fieldset>
      )}
      <div className={styles.actions}>
        <ActionButton
          type="submit"
          look="primary"
          className={styles.big}
          disabled={isBusy || isOffline}
          data-testid="pay-next"
        >
          {isBusy ? texts.details.busy : texts.details.next}
        </ActionButton>
        <ActionLink to={method === 'none' ? paths.cart() : paths.paymentMethod()} look="quiet">
          {method === 'none' ? texts.toCart : texts.details.otherMethod}
        </ActionLink>
      </div>
    </form>
  );
}

/**
 * What costs nothing and is known already needs no form: it goes on by itself, once, unless the buyer has come to change
 * something.
 *
 * @returns whether it does.
 */
function useSkip({
  owner,
  method,
  profile,
  isConfirmed,
  submit,
}: {
  owner: string;
  method: PayMethod;
  profile: Profile;
  isConfirmed: boolean;
  submit: () => void;
}): boolean {
  const [query] = useSearchParams();
  const [isComplete] = useState(() => {
    const found = checkDetails(detailsFrom(payerDraft(owner).read(), profile, ''), method);
    return Object.values(found).every((message) => message === undefined);
  });
  const isSkipped = method === 'none' && isComplete && !query.has('edit');
  const isDone = useRef(false);
  const goOn = useEffectEvent(submit);
  useEffect(() => {
    if (!isSkipped || !isConfirmed || isDone.current) return;
    isDone.current = true;
    goOn();
  }, [isSkipped, isConfirmed]);
  return isSkipped;
}
