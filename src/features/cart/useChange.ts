import { useState } from 'react';
import { describeFailure } from '#shared/form/failure.ts';

/** A change of the cart from a screen: one at a time, with a message when it fails. */
export function useChange(): {
  /** Name of the item being changed; `null`: none. */
  running: string | null;
  failure: string | null;
  run: (name: string, work: () => Promise<void>) => Promise<boolean>;
} {
  const [running, setRunning] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    running,
    failure,
    run: async (name, work) => {
      if (running !== null) return false;
      setRunning(name);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(describeFailure(error));
        return false;
      } finally {
        setRunning(null);
      }
    },
  };
}
