import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type OrderMade, orderMadeSchema } from '#contracts/shopOrder.ts';
import { type Answer, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy, writeKept } from '#shared/lib/shop/keptAnswers.ts';
import { getMade } from './api.ts';
import { isUnpaid, lookPause } from './model.ts';

/** An order on a screen. `isKept`: the device has stored it, for the counter of a store without signal (money.md 6). */
export type OrderAnswer = Answer<OrderMade> & { isKept: boolean };

/**
 * An order of one person and the state of its payment: first the copy on the device, then the server's answer. While
 * the result of the payment is unknown, it is polled. An unpaid order is also read again when its page becomes visible,
 * because it may have been paid in the meantime. `key` of the component must contain both arguments.
 */
export function useOrder(owner: string, id: string): OrderAnswer {
  const [isKept, setKept] = useState(true);
  const name = `order.${id}`;
  const copy = keptCopy(owner, name, orderMadeSchema);
  const keep = (made: OrderMade) => setKept(writeKept(owner, name, made));
  const answer = useAnswer((options) => getMade(id, options), { ...copy, keep });
  useLookingAgain(answer);
  return { ...answer, isKept };
}

function useLookingAgain({ data, isFetching, error, isStale, retry }: Answer<OrderMade>): void {
  const asked = useRef(0);
  const isWaiting = data?.state.next === 'poll' && !isFetching && !error && !isStale;
  const again = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') retry();
  });
  // No waiting while a request is running: each answer starts its own pause.
  useEffect(() => {
    if (!isWaiting) return;
    const pause = lookPause(asked.current);
    if (pause === null) return;
    asked.current += 1;
    const timer = setTimeout(again, pause);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  const isOpen = data !== undefined && isUnpaid(data.order);
  const seen = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return;
    asked.current = 0;
    if (!isFetching) retry();
  });
  useEffect(() => {
    if (!isOpen) return;
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) seen();
    };
    const look = () => seen();
    document.addEventListener('visibilitychange', look);
    addEventListener('pageshow', back);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pageshow', back);
    };
  }, [isOpen]);
}
