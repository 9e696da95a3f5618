import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../account/useSession.ts';
import { whenIdle } from '../loading/idle.ts';
import { lateLoad } from '../loading/lateLoad.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { failureOf } from '../mirror/rules.ts';
import type { FetchOptions } from '../mirror/sync.ts';
import { givenAnswer, isJustGiven } from './givenAnswers.ts';

/** A resource that guests may read too. */
export type PublicQuestion<T> = {
  /** Everything the answer depends on, except the learner; begins with the name of the feature. */
  key: readonly string[];
  load: (options: FetchOptions) => Promise<T>;
  /** Its last answer is kept on the device for visits without a network; only for few and small ones. */
  isKept?: boolean;
  /** The page is complete without it: the server makes the page even if there is no answer. */
  isAside?: boolean;
};

/** The current answer. `savedAt`: epoch ms. `isConfirmed`: the server has confirmed it in this visit. */
export type PublicAnswer<T> = {
  data: T | undefined;
  savedAt: number | null;
  error: unknown;
  isFetching: boolean;
  isConfirmed?: boolean;
};

/** What a screen gets. `isConfirmed`: see `freshnessOf`. */
export type PublicMirror<T> = Mirror<T> & { isConfirmed?: boolean | undefined };

type Store = typeof import('./publicStore.ts');
let store: Store | null = null;

/** The store is loaded beside the first screen: a guest's first page has a size budget (performance.md 3). */
const loadStore = lateLoad(async () => {
  store = await import('./publicStore.ts');
  return store;
});

/** A page that was just made asks the server again after this time, ms, so that a slow phone can start undisturbed. */
const restMs = 5000;

/**
 * An answer that guests may read too: shows what is known at once, and the network updates it. For the learning area
 * see `useMirror`.
 */
export function usePublicAnswer<T>(question: PublicQuestion<T>): PublicMirror<T> {
  const { state, user } = useSession();
  const owner = state === 'pending' ? null : (user?.id ?? '');
  const name = JSON.stringify([owner, question.key]);
  const [heard, setHeard] = useState<{ name: string; answer: PublicAnswer<T> } | null>(null);
  const [nth, setNth] = useState(0);
  const watch = useEffectEvent((of: string, { watchAnswer }: Store) =>
    // As a transition, so that rendering a long page does not block taps.
    watchAnswer(of, question, (answer) => startTransition(() => setHeard({ name, answer }))),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for the question, `nth` for another try
  useEffect(() => {
    if (owner === null) return;
    let isWanted = true;
    let stop = () => {};
    const ask = () => {
      loadStore().then(
        (loaded) => {
          if (isWanted) stop = watch(owner, loaded);
        },
        (error: unknown) => {
          const answer = { data: undefined, savedAt: null, error, isFetching: false };
          if (isWanted) setHeard({ name, answer });
        },
      );
    };
    const isFresh = owner === '' && nth === 0 && isJustGiven(question);
    const rest = isFresh ? setTimeout(() => whenIdle(ask), restMs) : undefined;
    if (!isFresh) ask();
    return () => {
      isWanted = false;
      clearTimeout(rest);
      stop();
    };
  }, [owner, name, nth]);

  const known = owner === null ? undefined : store?.knownAnswer<T>(owner, question.key);
  const answer = heard?.name === name ? heard.answer : known;
  // The embedded answer is shown until more is known. It is a guest's, so a member's own answer replaces it.
  const data = answer?.data ?? (answer?.error ? undefined : givenAnswer(question));
  const { error, isAway } = failureOf(answer?.error, data !== undefined);
  return {
    data,
    savedAt: answer?.savedAt ?? null,
    isPending: data === undefined && error === null,
    isFetching: answer?.isFetching ?? true,
    error,
    isStale: data !== undefined && isAway,
    // An embedded answer does not count as confirmed: a server may cache the page for a while.
    isConfirmed: answer?.isConfirmed,
    retry: () => {
      // An embedded answer that is not watched yet is fetched by watching it.
      if (store && owner !== null && heard?.name === name) store.askAgain(owner, question.key);
      else setNth(nth + 1);
    },
  };
}
