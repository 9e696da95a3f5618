import { useState } from 'react';
import { useSession } from '#shared/lib/account/useSession.ts';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import type { PublicMirror } from '#shared/lib/public/publicAnswer.ts';
import { type FreshWait, useFreshAct } from '#shared/lib/public/useFreshAct.ts';
import { courseProductId, useInCart } from '#shared/lib/shop/glance.ts';
import { describeError } from '#shared/ui/describeError.ts';
import { type MarkedCourse, offerOf } from './model.ts';
import { texts } from './texts.ts';

/**
 * The cart code is loaded on the first press: the catalogue itself only needs to know which courses are in the cart.
 */
const loadCart = lateLoad(() => import('#shared/lib/shop/cart.ts'));

/** The state and actions of putting a course into the cart. */
export type Buy = {
  isIn: boolean;
  isAdding: boolean;
  /** Why it failed, in words. */
  failure: string | null;
  /** What the press waits for, and the age of the shown data (`FreshNote`). */
  wait: FreshWait;
  savedAt: number | null;
  press: (event: { preventDefault: () => void }) => void;
};

function wordsOf(error: unknown): string {
  if (error instanceof OfflineError) return texts.offline;
  const isRefused = error instanceof HttpError && error.status < 500 && error.status !== 429;
  if (isRefused && error.detail) return error.detail;
  const { title, body } = describeError(error);
  return `${title}。${body}`;
}

/**
 * Puts a course into the cart, but never on the basis of outdated data, such as yesterday's price (offline.md 6.12).
 *
 * @param answer the answer from which the page knows the course.
 */
export function useBuy(answer: PublicMirror<unknown>, course: MarkedCourse): Buy {
  const { state, user } = useSession();
  const product = courseProductId(course.id);
  const isIn = useInCart(state === 'pending' ? null : (user?.id ?? '')).includes(product);
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const add = async () => {
    setAdding(true);
    setFailure(null);
    try {
      await (await loadCart()).addToCart(product);
      blueAlert.show(texts.added);
    } catch (error) {
      setFailure(wordsOf(error));
      // The course was bought or its sale has ended in the meantime: the page reloads to show this.
      if (error instanceof HttpError && error.status === 409) answer.retry();
    } finally {
      setAdding(false);
    }
  };
  const { price, sale_status, sale_ends_at, access_days } = course;
  const { wait, press } = useFreshAct(answer, {
    facts: JSON.stringify([offerOf(course), price, sale_status, sale_ends_at, access_days]),
    act: () => void add(),
  });
  return {
    isIn,
    isAdding,
    failure,
    wait,
    savedAt: answer.savedAt,
    press: (event) => {
      if (!isAdding && press(event)) void add();
    },
  };
}
