import { useEffect, useEffectEvent, useState } from 'react';
import { freshnessOf } from './freshness.ts';
import type { PublicMirror } from './publicAnswer.ts';

/**
 * State beside the button. `waiting`: the server is being asked, and the action follows automatically. `kept`: the
 * server could not be asked. `changed`: the server's answer differs from what was shown when the button was pressed.
 */
export type FreshWait = 'none' | 'waiting' | 'kept' | 'changed';

/** The press of a button that acts on what is shown. */
type Press = { preventDefault: () => void };

/**
 * Delays an action until the server has confirmed what the learner sees. Then the action runs. If the server's answer
 * differs, it does not run, and the learner is told (offline.md 6.12).
 *
 * @param facts everything the decision depends on, as text: price, end of the sale.
 * @param act does it later, if it could not be done at the press itself.
 * @returns `press`: for the button; answers whether the action may run at once, else the press is stopped.
 */
export function useFreshAct(
  answer: PublicMirror<unknown>,
  { facts, act }: { facts: string; act: () => void },
): { wait: FreshWait; press: (event: Press) => boolean } {
  const [pressed, setPressed] = useState<{ facts: string; wait: FreshWait } | null>(null);
  const wait = pressed?.wait ?? 'none';

  const settle = useEffectEvent(() => {
    if (!pressed || pressed.wait === 'changed') return;
    const { state } = freshnessOf(answer);
    if (state === 'fresh' && pressed.facts !== facts) setPressed({ ...pressed, wait: 'changed' });
    else if (state === 'fresh') {
      setPressed(null);
      if (pressed.wait === 'waiting') act();
    } else if (state === 'kept') setPressed({ ...pressed, wait: 'kept' });
  });
  // Not at the press itself: a request that starts then shows only in the next change of the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the answer may settle it
  useEffect(() => settle(), [facts, answer.isConfirmed, answer.isFetching, answer.savedAt, answer.error]);

  return {
    wait,
    press: (event) => {
      if (freshnessOf(answer).state === 'fresh') {
        setPressed(null);
        return true;
      }
      event.preventDefault();
      setPressed({ facts, wait: 'waiting' });
      // A page that was just made waits before it asks.
      if (!answer.isFetching || answer.savedAt === null) answer.retry();
      return false;
    },
  };
}
