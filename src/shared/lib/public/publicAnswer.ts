import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../account/useSession.ts';
import { whenIdle } from '../loading/idle.ts';
import { lateLoad } from '../loading/lateLoad.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { failureOf } from '../mirror/rules.ts';
import type { FetchOptions } from '../mirror/sync.ts';
import { givenAnswer, isJustGiven } from './givenAnswers.ts';

/** Something that guests may read, too. */
export type PublicQuestion<T> = {
  /** Everything the answer depends on but the learner; begins with the name of the feature. */
  key: readonly string[];
  load: (options: FetchOptions) => Promise<T>;
  /** Its last answer is kept on the device for visits without a network; for few and small ones. */
  isKept?: boolean;
};

/** What is known of it. `savedAt`: epoch ms. `isConfirmed`: the server has said so in this visit. */
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

/** What holds answers comes beside the first screen: a guest's first page has a budget (performance.md 3). */
const loadStore = lateLoad(async () => {
  store = await import('./publicStore.ts');
  return store;
});

/** A page that was just made asks again after this, ms: a slow phone has better things to do while it starts. */
const restMs = 5000;

/**
 * An answer that guests may read, too, as screens show it: what is known at once, the network updates it. For the
 * learning area see `useMirror`.
 */
export function usePublicAnswer<T>(question: PublicQuestion<T>): PublicMirror<T> {
  const { state, user } = useSession();
  const owner = state === 'pending' ? null : (user?.id ?? '');
  const name = JSON.stringify([owner, question.key]);
  const [heard, setHeard] = useState<{ name: string; answer: PublicAnswer<T> } | null>(null);
  const [nth, setNth] = useState(0);
  const watch = useEffectEvent((of: string, { watchAnswer }: Store) =>
    // In pieces: a long page that comes to stand there must not hold taps back.
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
  // What came with the page stands until more is known: a guest's, so a member's own answer takes its place.
  const data = answer?.data ?? (answer?.error ? undefined : givenAnswer(question));
  const { error, isAway } = failureOf(answer?.error, data !== undefined);
  return {
    data,
    savedAt: answer?.savedAt ?? null,
    isPending: data === undefined && error === null,
    isFetching: answer?.isFetching ?? true,
    error,
    isStale: data !== undefined && isAway,
    // Not because it came with the page: a server sends one page for a while.
    isConfirmed: answer?.isConfirmed,
    retry: () => {
      // What nobody watches yet, because it came with the page, is asked for by watching it.
      if (store && owner !== null && heard?.name === name) store.askAgain(owner, question.key);
      else setNth(nth + 1);
    },
  };
}
