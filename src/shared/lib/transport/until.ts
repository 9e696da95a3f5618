import { abortError } from '../errors.ts';

/** Waits for `work`. If the signal is aborted first, rejects with the error that `giveUp` makes. */
export function until<T>(
  work: Promise<T>,
  signal: AbortSignal,
  giveUp: () => Error = abortError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(giveUp());
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
