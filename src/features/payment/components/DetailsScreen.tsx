import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { Profile } from '#contracts/profile.ts';
import type { CardList } from '#contracts/shopCard.ts';
import type { Cart, PayMethod } from '#contracts/shopCart.ts';
import { cvsCodes } from '#contracts/shopCheckout.ts';
import { CardFrame, type CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { CardPicker, firstCard, SaveCardTick } from '#shared/form/card/CardPicker.tsx';
import { getCardsIfAny, noCards } from '#shared/form/card/cardApi.ts';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { savedTexts } from '#shared/form/card/savedTexts.ts';
import { submitWithCard } from '#shared/form/card/submitWithCard.ts';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { getProfile } from '#shared/form/profileApi.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';
import { useCart } from '#shared/lib/shop/useCart.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { withPlan } from '../address.ts';
import { checkDetails, detailsFrom, firstMethod, isFree, lacksGuardian, type ShownMethod } from '../model.ts';
import { readTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { type Goods, payerDraft, useDetailsForm } from '../useDetailsForm.ts';
import { CartTotal } from './CartTotal.tsx';
import { LostCart } from './LostCart.tsx';
import type { PaperAddress } from './PaperAddress.tsx';
import { PayerFields } from './PayerFields.tsx';
import styles from './Payment.module.css';
import { PayShape } from './PayRoom.tsx';
import { PlanRoom, PlanTotal } from './PlanRoom.tsx';

const loadPapers = loadAgain(() => import('./PaperAddress.tsx'));

const stores = cvsCodes.map((value) => ({ value, label: texts.stores[value] }));

/** `/payment` (product.md 2.2.D): the payer, and what the payment method needs. */
export function DetailsScreen({ owner }: { owner: string }) {
  const [query] = useSearchParams();
  const plan = query.get('plan') ?? '';
  if (plan === '') return <Details owner={owner} />;
  return (
    <PlanRoom owner={owner} product={plan}>
      {(shown) => (
        <DetailsFor
          goods={{ plan: shown.product_id }}
          method="card"
          owner={owner}
          total={<PlanTotal plan={shown} />}
          needsGuardian={false}
          needsPapers={false}
          isConfirmed={true}
        />
      )}
    </PlanRoom>
  );
}

/** The chosen method, if this cart can still be paid by it; empty: it has to be chosen. */
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
      empty={<LostCart owner={owner} />}
    >
      {(shown) => {
        const method = methodFor(shown, owner);
        return method === '' ? (
          <Navigate to={paths.paymentMethod()} replace={true} />
        ) : (
          <DetailsFor
            // Another answer loads anew what the form needs.
            key={String(shown.needs_contract_document)}
            goods={{ cart_version: shown.version }}
            method={method}
            owner={owner}
            total={<CartTotal cart={shown} />}
            needsGuardian={shown.needs_guardian}
            needsPapers={shown.needs_contract_document}
            isConfirmed={cart.isConfirmed === true}
          />
        );
      }}
    </MirrorView>
  );
}

function DetailsFor({
  goods,
  method,
  owner,
  total,
  needsGuardian,
  needsPapers,
  isConfirmed,
}: {
  goods: Goods;
  method: PayMethod;
  owner: string;
  total: ReactNode;
  /** A guardian is asked first, and types in a card themselves. */
  needsGuardian: boolean;
  /** It has contract papers, which may have to go by post. */
  needsPapers: boolean;
  isConfirmed: boolean;
}) {
  const [load] = useState(() => async (options: AskOptions) => {
    const isCard = method === 'card' && !needsGuardian;
    const [profile, settings, cards, papers] = await Promise.all([
      getProfile(options),
      isCard ? getPaySettings(options) : null,
      isCard ? getCardsIfAny(options) : noCards,
      needsPapers ? loadPapers().then(({ readPaperAddress }) => readPaperAddress(options)) : null,
    ]);
    return { profile, cards, papers, frameUrl: settings?.frame_url ?? null };
  });
  return (
    <div className={styles.room}>
      {total}
      <div className={styles.card}>
        <ServerFirst load={load}>
          {({ profile, cards, papers, frameUrl }) =>
            lacksGuardian(needsGuardian, profile) ? (
              <NoGuardian />
            ) : (
              <DetailsForm
                goods={goods}
                owner={owner}
                method={method}
                profile={profile}
                cards={cards}
                papers={papers}
                frameUrl={frameUrl}
                needsGuardian={needsGuardian}
                isConfirmed={isConfirmed}
              />
            )
          }
        </ServerFirst>
      </div>
    </div>
  );
}

/** A buyer under 18 names a guardian first; the cart waits. */
function NoGuardian() {
  const { noGuardianTitle, noGuardian, toProfile } = texts.details;
  return (
    <div className={styles.block} data-testid="pay-no-guardian">
      <h2 className={styles.blockTitle}>{noGuardianTitle}</h2>
      <p>{noGuardian}</p>
      <div className={styles.actions}>
        <ActionLink to={paths.account('base')} look="primary">
          {toProfile}
        </ActionLink>
        <ActionLink to={paths.cart()} look="quiet">
          {texts.toCart}
        </ActionLink>
      </div>
    </div>
  );
}

function DetailsForm({
  goods,
  owner,
  method,
  profile,
  cards,
  papers,
  frameUrl,
  needsGuardian,
  isConfirmed,
}: {
  goods: Goods;
  owner: string;
  method: PayMethod;
  profile: Profile;
  cards: CardList;
  papers: PaperAddress | null;
  frameUrl: string | null;
  needsGuardian: boolean;
  isConfirmed: boolean;
}) {
  const frame = useRef<CardFrameHandle>(null);
  const element = useRef<HTMLFormElement>(null);
  const isOffline = useConnectivity().state === 'offline';
  const plan = 'plan' in goods ? goods.plan : '';
  const [chosenCard, setChosenCard] = useState(() => firstCard(cards));
  const [isSaved, setSaved] = useState(false);
  const hasFrame = method === 'card' && !needsGuardian;
  // A guardian types in their card when they pay, so none is needed here.
  const card = hasFrame ? { id: chosenCard, isSaved } : null;
  const { form, chooseKind, check } = useDetailsForm({ owner, goods, method, profile, frame, card, papers });
  const toMethods = withPlan(paths.paymentMethod(), plan);
  const { values, errors, isBusy } = form;
  useBusy(hasFrame, 'form');
  const submit = () => element.current?.requestSubmit();
  const isSkipped = useSkip({ owner, method, profile, isConfirmed, submit });
  return (
    <form
      ref={element}
      className={formStyles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={(event) => void submitWithCard(event, form, check(values), frame.current)}
      noValidate
      aria-busy={isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.details.failed} testId="pay-error" />
      {isSkipped && isBusy && <p role="status">{texts.details.busy}</p>}
      {method !== 'none' && (
        <p className={styles.chosen}>
          <span>{`${texts.details.method}: ${texts.method.names[method]}`}</span>
          <Link to={toMethods}>{texts.change}</Link>
        </p>
      )}
      <PayerFields
        kindId={form.idOf('payer.kind')}
        kind={values['payer.kind']}
        onKind={chooseKind}
        bind={form.bind}
        needsPhone={method !== 'none'}
      />
      {papers && <papers.Fields bind={form.bind} />}
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
      {needsGuardian && method !== 'none' && (
        <p className={formStyles.hint} data-testid="pay-guardian">
          {method === 'card' ? texts.details.guardianCard : texts.details.guardian}
        </p>
      )}
      {hasFrame && (
        <fieldset className={formStyles.group}>
          <legend>{texts.details.card}</legend>
          <CardPicker
            list={cards}
            chosen={chosenCard}
            onChoose={(id) => {
              setChosenCard(id);
              if (errors.card) form.show({ ...errors, card: undefined }, null);
            }}
          >
            {frameUrl === null ? (
              <p className={formStyles.notice}>{texts.details.cardLate}</p>
            ) : (
              <CardFrame
                ref={frame}
                url={frameUrl}
                id={form.idOf('card')}
                isInvalid={errors.card !== undefined}
                isCardOnly={plan !== ''}
                // A mistake corrected in the frame also disappears from the summary.
                onErrors={(found) => {
                  if (errors.card) form.show({ ...errors, card: cardErrorLine(found) || undefined }, null);
                }}
                onEnter={submit}
              >
                {plan === '' && <ActionLink to={toMethods}>{texts.details.otherMethod}</ActionLink>}
              </CardFrame>
            )}
            {plan === '' && <SaveCardTick list={cards} isOn={isSaved} onChange={setSaved} />}
          </CardPicker>
          {plan !== '' && <p className={formStyles.hint}>{savedTexts.planSaves}</p>}
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
        {plan === '' && (
          <ActionLink to={method === 'none' ? paths.cart() : toMethods} look="quiet">
            {method === 'none' ? texts.toCart : texts.details.otherMethod}
          </ActionLink>
        )}
      </div>
    </form>
  );
}

/**
 * Skips the form if nothing has to be paid and everything is known: it is sent automatically, once, unless the buyer
 * has come to change something.
 *
 * @returns whether it is skipped.
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
