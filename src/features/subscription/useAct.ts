import { useRef, useState } from 'react';
import type { Subscription, SubscriptionMade } from '#contracts/shopSubscription.ts';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { type Act, postAct } from './api.ts';

/** How the parts of a page change its contract. */
export type Changing = {
  subscription: Subscription;
  isOffline: boolean;
  /** Shows the result of an action. */
  put: (subscription: Subscription) => void;
  /** Asks the server again. */
  reload: () => void;
};

/**
 * Runs one action on a contract at a time, and explains a failure in words; `send` is for a form, which does both itself.
 */
export function useAct({ subscription, put, reload }: Changing) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());

  /** Throws if it was not done. */
  const send = async (act: Act): Promise<SubscriptionMade> => {
    try {
      const made = await postAct(subscription.id, act, keys.current.keyFor([subscription.id, act]));
      keys.current.arrived();
      put(made.subscription);
      return made;
    } catch (error) {
      // The contract has changed, so this page is outdated.
      if (error instanceof HttpError && error.status === 409) reload();
      throw error;
    }
  };

  /** @returns the result; `null`: it was not done, and `failure` says why. */
  const run = async (act: Act): Promise<SubscriptionMade | null> => {
    if (isBusy) return null;
    setBusy(true);
    setFailure(null);
    try {
      return await send(act);
    } catch (error) {
      setFailure(describeCardFailure(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, setFailure, run, send };
}

/**
 * Focuses the page's heading after a part was removed together with its button, so that the new content is read next.
 */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
