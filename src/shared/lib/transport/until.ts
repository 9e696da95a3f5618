import { abortError } from '../errors.ts';

/** The promise of `work`; when the signal says so before, it is given up with the error that `giveUp` makes. */
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
