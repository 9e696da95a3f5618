import { useEffect, useRef, useState } from 'react';

/** Number of polls for a PDF that is being made, and the pause between them, ms: it takes seconds (money.md 4.17). */
const looks = 20;
const pauseMs = 1500;

const rest = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Polls until the result is ready; `null`: it takes too long, or nobody waits any more. */
export async function whenMade<Found>(
  signal: AbortSignal,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  for (let nth = 0; nth < looks; nth += 1) {
    if (nth > 0) await rest();
    if (signal.aborted) return null;
    const found = await look();
    if (found !== null) return found;
  }
  return null;
}

/** State of a PDF that the visitor wants to see. `late`: it is still being made. */
export type PdfState =
  | { kind: 'idle' }
  | { kind: 'working' }
  | { kind: 'late' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'ready'; url: string };

/**
 * Loads a PDF and makes an address for links. The PDF does not open automatically: the window of an installed app has
 * no way back from it.
 *
 * @returns the state, and `open`: its `bring` answers the bytes, or `null` while they are still being made.
 */
export function usePdf() {
  const [state, setState] = useState<PdfState>({ kind: 'idle' });
  const url = useRef('');
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => {
      stop.current.abort();
      URL.revokeObjectURL(url.current);
    };
  }, []);

  const open = async (bring: (signal: AbortSignal) => Promise<Blob | null>) => {
    if (state.kind === 'working') return;
    const { signal } = stop.current;
    setState({ kind: 'working' });
    try {
      const blob = await bring(signal);
      if (signal.aborted) return;
      if (!blob) return setState({ kind: 'late' });
      URL.revokeObjectURL(url.current);
      url.current = URL.createObjectURL(blob);
      setState({ kind: 'ready', url: url.current });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error });
    }
  };
  return { state, open };
}
