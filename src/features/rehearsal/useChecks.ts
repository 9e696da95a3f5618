import { useEffect, useRef, useState } from 'react';
import type { AutomaticCheck } from './facts.ts';
import { measure } from './measure.ts';
import { change } from './store.ts';

/** Runs checks one after the other; each result is stored at once. `running`: the current check. */
export function useChecks() {
  const stop = useRef<AbortController | null>(null);
  const [running, setRunning] = useState<AutomaticCheck | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (names: readonly AutomaticCheck[]) => {
    if (stop.current) return;
    const mine = new AbortController();
    stop.current = mine;
    setHasEnded(false);
    try {
      for (const name of names) {
        setRunning(name);
        const found = await measure(name, mine.signal);
        change(({ facts }) => ({ facts: { ...facts, ...found } }));
      }
      setHasEnded(true);
    } catch (error) {
      if (!mine.signal.aborted) console.error('rehearsal: check', error);
    } finally {
      stop.current = null;
      setRunning(null);
    }
  };
  return { run, running, hasEnded, stop: () => stop.current?.abort() };
}
