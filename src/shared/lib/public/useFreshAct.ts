import { useEffect, useEffectEvent, useState } from 'react';
import { freshnessOf } from './freshness.ts';
import type { PublicMirror } from './publicAnswer.ts';

/**
 * What stands beside the button. `waiting`: the server is being asked, and what was wanted follows by itself. `kept`:
 * nobody could be asked. `changed`: the server says something else than was shown when the button was pressed.
 */
export type FreshWait = 'none' | 'waiting' | 'kept' | 'changed';

/** A press of something that acts on what is shown. */
type Press = { preventDefault: () => void };

/**
 * Holds back what somebody does by what they see until the server has confirmed it: then it is done, or, where it says
 * something else by now, it is not, and they are told (offline.md 6.12).
 *
 * @param facts everything the decision depends on, as text: price, end of the sale.
 * @param act does it later, when it could not be done at the press itself.
 * @returns `press`: for the button; answers whether it may be done at once, else the press is stopped.
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
  // Not at the press itself: whoever asks anew then is not heard of before the next change.
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
      // A page that has just come rests before it asks.
      if (!answer.isFetching || answer.savedAt === null) answer.retry();
      return false;
    },
  };
}
