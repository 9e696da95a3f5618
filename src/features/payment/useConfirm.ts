import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Checkout, CheckoutChange } from '#contracts/shopCheckout.ts';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { HttpError, isOutage, UnreadableAnswerError } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { refreshCart } from '#shared/lib/shop/cart.ts';
import { relayPath } from '#shared/lib/shop/orderPages.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { fieldsOf, textIn } from '#shared/lib/text/plain.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { changeWithin, getCheckout, postOrder, renewCheckout } from './api.ts';
import { confirmPath, offerAge, warnBeforeMs, wayOf } from './model.ts';
import { writeTabDraft } from './tabDraft.ts';
import { texts } from './texts.ts';

/** Why the order was not made, in words. `order`: an existing order that has to be looked at first. */
export type ConfirmFailure = { text: string; code: string; order: string | null };

/** The page of an order. */
export const orderPath = paths.historyDetail;

function failureOf(error: unknown): ConfirmFailure {
  const { code, data } = error instanceof HttpError ? error : { code: '', data: null };
  const order = textIn(fieldsOf(data) ?? {}, 'order') || null;
  return { text: describeCardFailure(error), code, order };
}

/** Whether it is unknown if the request has reached the server. */
function isUncertain(error: unknown): boolean {
  return (
    isOutage(error) ||
    error instanceof UnreadableAnswerError ||
    (error instanceof HttpError && error.status >= 500)
  );
}

/** The age of an offer, updated whenever it changes. */
function useOfferAge(expiresAt: number | null): ReturnType<typeof offerAge> {
  const [age, setAge] = useState(() => offerAge(expiresAt, serverNow()));
  useEffect(() => {
    const look = () => {
      const at = serverNow();
      const next = offerAge(expiresAt, at);
      setAge(next);
      if (expiresAt === null || next === 'over') return undefined;
      const until = next === 'good' ? expiresAt - warnBeforeMs : expiresAt;
      return setTimeout(
        () => {
          timer = look();
        },
        until - at + 50,
      );
    };
    let timer = look();
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return age;
}

/**
 * The last page before an order (money.md 6). It reads the offer again whenever the buyer may have come back to it, and
 * has the one button that orders.
 */
export function useConfirm(owner: string, first: string) {
  const navigate = useNavigate();
  const [id, setId] = useState(first);
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [loadError, setLoadError] = useState<unknown>(null);
  const [change, setChange] = useState<CheckoutChange | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [work, setWork] = useState<'order' | 'renew' | null>(null);
  const [failure, setFailure] = useState<ConfirmFailure | null>(null);
  const [isRefusedOld, setRefusedOld] = useState(false);
  const [isRenewed, setRenewed] = useState(false);
  const busy = useRef(false);

  const age = useOfferAge(parseTime(checkout?.expires_at));

  /** An offer that became an order cannot be confirmed again: the page of the order replaces this one. */
  const show = (fresh: Checkout, goTo: (order: string) => string) => {
    if (fresh.order !== null) void navigate(goTo(fresh.order), { replace: true });
    else setCheckout(fresh);
  };
  const read = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const fresh = await getCheckout(id, { isReload: true, signal });
      if (signal.aborted) return;
      show(fresh, orderPath);
      setLoadError(null);
    } catch (error) {
      if (!signal.aborted) setLoadError(error);
    }
  });
  // A return within the app creates this page anew; a return from another site restores it as it was left.
  const [nth, setNth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number asks again
  useEffect(() => {
    const reading = new AbortController();
    void read(reading.signal);
    return () => reading.abort();
  }, [nth]);
  useEffect(() => {
    const again = (event: PageTransitionEvent) => {
      if (event.persisted) setNth((former) => former + 1);
    };
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);

  /** Replaces the offer by another one; an earlier agreement does not cover changed content. */
  const take = (fresh: Checkout) => {
    setCheckout(fresh);
    if (fresh.confirm_hash !== checkout?.confirm_hash) setAgreed(false);
    setRefusedOld(false);
    setId(fresh.checkout_id);
    writeTabDraft(owner, { checkout: fresh.checkout_id });
    if (fresh.checkout_id !== id)
      void navigate(confirmPath(fresh.checkout_id, fresh.plan?.product_id), { replace: true });
  };

  const fail = async (error: unknown) => {
    const found = changeWithin(error);
    if (found) {
      setChange(found);
      setAgreed(false);
      if (found.checkout) take(found.checkout);
      void refreshCart();
      return;
    }
    const { status, code } = error instanceof HttpError ? error : { status: 0, code: '' };
    if (status === 410) return setRefusedOld(true);
    if (code === 'token_expired' && checkout) return setCheckout({ ...checkout, card_expired: true });
    setFailure(failureOf(error));
    if (isUncertain(error)) await findOut();
  };

  /** The answer was lost: the offer shows whether it became an order (money.md 7, row 15). */
  const findOut = async () => {
    try {
      show(await getCheckout(id, { isReload: true }), relayPath);
      setFailure({ text: texts.confirm.notSure, code: '', order: null });
    } catch (error) {
      console.warn('payment: not known yet whether the order was made', error);
      setFailure({ text: texts.confirm.notSure, code: '', order: null });
    }
  };

  const run = async (kind: 'order' | 'renew', act: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setWork(kind);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      await fail(error);
    } finally {
      busy.current = false;
      setWork(null);
    }
  };

  return {
    checkout,
    loadError,
    retry: () => setNth(nth + 1),
    age: isRefusedOld ? ('over' as const) : age,
    change,
    isAgreed,
    agree: setAgreed,
    work,
    failure,
    isRenewed,
    order: () =>
      run('order', async () => {
        if (!checkout) return;
        const { state } = await postOrder(checkout);
        writeTabDraft(owner, { order: state.order });
        void refreshCart();
        const way = wayOf(state);
        await navigate(way.kind === 'page' ? way.to : relayPath(state.order), { replace: true });
      }),
    renew: () =>
      run('renew', async () => {
        const { checkout: fresh, ...rest } = await renewCheckout(id);
        if (fresh && fresh.order !== null) return show(fresh, orderPath);
        if (fresh) take(fresh);
        const isSame = fresh !== null && rest.changes.length === 0;
        if (!isSame) setChange({ ...rest, checkout: fresh });
        setRenewed(isSame);
      }),
  };
}
