import { useRef, useState } from 'react';
import type { Subscription, SubscriptionMade } from '#contracts/shopSubscription.ts';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { type Act, postAct } from './api.ts';

/** How the parts of a page change the contract that it shows. */
export type Changing = {
  subscription: Subscription;
  isOffline: boolean;
  /** Shows what an action has answered. */
  put: (subscription: Subscription) => void;
  /** Asks the server again. */
  reload: () => void;
};

/** Does one thing at a time with a contract, and says in words why it could not. */
export function useAct({ subscription, put, reload }: Changing) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());

  /** @returns what came of it; `null`: it was not done, `failure` says why. */
  const run = async (act: Act): Promise<SubscriptionMade | null> => {
    if (isBusy) return null;
    setBusy(true);
    setFailure(null);
    try {
      const made = await postAct(subscription.id, act, keys.current.keyFor([subscription.id, act]));
      keys.current.arrived();
      put(made.subscription);
      return made;
    } catch (error) {
      const isTold = error instanceof HttpError && error.code === 'card_locked' && error.detail !== '';
      setFailure(isTold ? error.detail : describeFailure(error));
      // It stands otherwise than this page shows.
      if (error instanceof HttpError && error.status === 409) reload();
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, setFailure, run };
}

/** After something has gone from the page with its button: the page's name, so that the next thing read is what is new. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
