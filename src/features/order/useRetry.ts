import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cvsCodes } from '#contracts/shopCheckout.ts';
import type { OrderRetryInput } from '#contracts/shopOrder.ts';
import type { CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { postRetry } from './api.ts';
import type { RetryMethod } from './model.ts';
import { texts } from './texts.ts';

const words = texts.retry;

/** What has to be corrected before anything is sent. */
class Wrong extends Error {}

/**
 * Another attempt to pay an order (money.md 4.12). If it is paid by card, it first needs a saved card or a token from
 * the card frame; then the relay page takes over. If the order was paid in the meantime, that page says so. `cardId`:
 * of a saved card; empty: a new one. `isPlan`: only a card can pay it.
 */
export function useRetry({
  id,
  frame,
  cardId,
  isPlan,
}: {
  id: string;
  frame: RefObject<CardFrameHandle | null>;
  cardId: string;
  isPlan: boolean;
}) {
  const navigate = useNavigate();
  const keys = useRef(createSubmissionKey());
  const [failure, setFailure] = useState<string | null>(null);
  const [storeError, setStoreError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const bodyOf = async (method: RetryMethod, store: string): Promise<OrderRetryInput> => {
    if (method === 'bank') return { method };
    if (method === 'cvs') return { method, cvs_code: cvsCodes.find((code) => code === store) };
    if (cardId) return { method, card_id: cardId };
    const answer = (await frame.current?.ask()) ?? { kind: 'trouble' };
    if (answer.kind === 'wrong') throw new Wrong(cardErrorLine(answer.errors));
    if (answer.kind === 'trouble') throw new Wrong(isPlan ? words.cardTroubleOfPlan : words.cardTrouble);
    const { token, brand, last4, expiry } = answer;
    return { method, gmo_token: token, card: { brand, last4, expiry } };
  };

  const send = async (method: RetryMethod | '', store: string) => {
    if (isBusy) return;
    const isStoreMissing = method === 'cvs' && !cvsCodes.some((code) => code === store);
    setStoreError(isStoreMissing ? words.storeMissing : null);
    setFailure(method === '' ? words.choose : null);
    if (isStoreMissing) document.getElementById('retry-store')?.focus();
    if (isStoreMissing || method === '') return;
    setBusy(true);
    try {
      const body = await bodyOf(method, store);
      await postRetry(id, body, keys.current.keyFor(body));
      keys.current.arrived();
      void navigate(relayPath(id));
    } catch (error) {
      setFailure(error instanceof Wrong ? error.message : describeCardFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { failure, storeError, isBusy, send };
}
