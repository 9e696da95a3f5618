import { useRef, useState } from 'react';
import { describeFailure } from '#shared/form/failure.ts';
import { doubleTapMs } from '#shared/ui/doubleTap.ts';

/**
 * A change of the cart from a screen: one at a time, with a message when it fails. The second press of a double tap
 * changes nothing: where the removed item was, the next one is by then.
 */
export function useChange(): {
  /** Name of the item being changed; `null`: none. */
  running: string | null;
  failure: string | null;
  run: (name: string, work: () => Promise<void>) => Promise<boolean>;
} {
  const [running, setRunning] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    running,
    failure,
    run: async (name, work) => {
      if (running !== null || performance.now() - endedAt.current < doubleTapMs) return false;
      setRunning(name);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(describeFailure(error));
        return false;
      } finally {
        endedAt.current = performance.now();
        setRunning(null);
      }
    },
  };
}
