import { type RefObject, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '#contracts/profile.ts';
import type { CheckoutBodyInput } from '#contracts/shopAddress.ts';
import type { PayMethod } from '#contracts/shopCart.ts';
import type { CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { payerFields } from '#shared/form/payerRules.ts';
import { tidyKana, tidyPhone } from '#shared/form/personRules.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { refreshCart } from '#shared/lib/shop/cart.ts';
import { postCheckout } from './api.ts';
import type { PaperAddress } from './components/PaperAddress.tsx';
import {
  checkDetails,
  confirmPath,
  type DetailValues,
  detailsFrom,
  keptDetails,
  payerOf,
  personOf,
  storeOf,
} from './model.ts';
import { readTabDraft, writeTabDraft } from './tabDraft.ts';
import { texts } from './texts.ts';

/** The card frame could not make a token; this is not the buyer's fault. */
class CardTrouble extends Error {}

/** Errors which mean that the shown cart could not be ordered. */
const aboutTheCart = ['cart_changed', 'cart_empty', 'not_on_sale', 'already_owned'];

/** `isPlan`: only a card can pay it. */
function describe(error: unknown, isPlan: boolean): string {
  if (error instanceof CardTrouble) return isPlan ? texts.plan.cardTrouble : texts.details.cardTrouble;
  return describeCardFailure(error);
}

/** What was typed about the payer, on this device for a day; never anything of a card. */
export function payerDraft(owner: string) {
  return formDraft('payment', owner);
}

/** What is bought: the cart as the buyer saw it, or a plan. */
export type Goods = { cart_version: number } | { plan: string };

/** The card that pays: a saved one by its id, or the one in the frame (empty id), which may be saved afterwards. */
type CardWish = { id: string; isSaved: boolean };

/**
 * The form about the payer. It sends the token of the card frame, if there is one, and gets the offer to confirm
 * (money.md 4.3). `frame`: the card fields, if the method is a card and no saved one is chosen. `papers`: the address for
 * contract papers, if the order needs them.
 */
export function useDetailsForm({
  owner,
  goods,
  method,
  profile,
  frame,
  card,
  papers,
}: {
  owner: string;
  goods: Goods;
  method: PayMethod;
  profile: Profile;
  frame: RefObject<CardFrameHandle | null>;
  /** `null`: no card is needed. */
  card: CardWish | null;
  papers: PaperAddress | null;
}) {
  const navigate = useNavigate();
  const keys = useRef(createSubmissionKey());
  const draft = payerDraft(owner);
  const names = papers?.order ?? [];
  const from = (kept: Record<string, string>, cvsCode: string) => ({
    ...detailsFrom(kept, profile, cvsCode),
    ...papers?.first(kept),
  });
  const check = (values: DetailValues) => ({ ...checkDetails(values, method), ...papers?.check(values) });
  const keep = (values: DetailValues) =>
    draft.keep(Object.fromEntries([...keptDetails, ...names].map((name) => [name, values[name] ?? ''])));
  /** What was typed for the other possible payer. */
  const others = useRef<Partial<Record<DetailValues['payer.kind'], Partial<DetailValues>>>>({});

  /** The request body; `null`: the card fields show something that has to be corrected. */
  const bodyOf = async (values: DetailValues): Promise<CheckoutBodyInput | null> => {
    const body: CheckoutBodyInput = { ...goods, method, payer: payerOf(values), ...papers?.sent(values) };
    if (method === 'cvs') return { ...body, cvs_code: storeOf(values) };
    if (method !== 'card' || card === null) return body;
    if (card.id) return { ...body, card_id: card.id };
    const answer = (await frame.current?.ask()) ?? { kind: 'trouble' };
    if (answer.kind === 'trouble') throw new CardTrouble();
    if (answer.kind === 'wrong') {
      form.show({ card: cardErrorLine(answer.errors) }, null);
      document.getElementById(form.idOf('card'))?.focus();
      return null;
    }
    const { token, brand, last4, expiry } = answer;
    const typed = { ...body, gmo_token: token, card: { brand, last4, expiry } };
    return card.isSaved ? { ...typed, save_card: true } : typed;
  };

  const send = async (values: DetailValues) => {
    const body = await bodyOf(values);
    if (!body) return;
    try {
      const { checkout_id } = await postCheckout(body, keys.current.keyFor(body));
      keys.current.arrived();
      writeTabDraft(owner, { checkout: checkout_id, cvsCode: values.cvs_code });
      keep(values);
      // If nothing has to be paid, this page was skipped, so it is replaced in the history.
      const plan = 'plan' in goods ? goods.plan : '';
      void navigate(confirmPath(checkout_id, plan), { replace: method === 'none' });
    } catch (error) {
      if (error instanceof HttpError && aboutTheCart.includes(error.code)) void refreshCart();
      throw error;
    }
  };

  const form = useForm<DetailValues>({
    initial: from({}, ''),
    draft: {
      read: () => from(draft.read(), readTabDraft(owner).cvsCode),
      write: keep,
    },
    order: [...payerFields.slice(0, 5), ...names, ...payerFields.slice(5)],
    check,
    tidy: {
      ...papers?.tidy,
      'payer.family_name_kana': tidyKana,
      'payer.given_name_kana': tidyKana,
      'payer.phone': tidyPhone,
    },
    describe: (error) => describe(error, 'plan' in goods),
    send,
  });

  /** Changes the payer: the fields get what was typed for that payer before, otherwise what the profile knows. */
  const chooseKind = (kind: DetailValues['payer.kind']) => {
    const { values } = form;
    if (kind === values['payer.kind']) return;
    others.current[values['payer.kind']] = values;
    const known = others.current[kind] ?? personOf(kind, profile);
    form.put({ ...values, ...known, 'payer.kind': kind, cvs_code: values.cvs_code });
  };

  return { form, chooseKind, check };
}
