import { abortError } from '../errors.ts';
import { until } from '../transport/until.ts';

/** Makes a call; the signal is aborted when nobody wants its answer any more. */
type Work<T> = (signal: AbortSignal) => Promise<T>;

/** How a caller joins. `isReload`: an equal running call is aborted and sent again (session.md 16.3). */
export type JoinOptions = { signal?: AbortSignal; isReload?: boolean };

/**
 * The running GET of each slot. An equal call joins it; a call with another query aborts it (specification.md 7;
 * session.md 10.9 and 16.3).
 */
export function createInflight<T>() {
  const running = new Map<
    string,
    { url: string; stop: AbortController; answer: Promise<T>; callers: number }
  >();

  const begin = (slot: string, url: string, work: Work<T>) => {
    const stop = new AbortController();
    const entry = { url, stop, answer: work(stop.signal), callers: 0 };
    running.set(slot, entry);
    const end = () => {
      if (running.get(slot) === entry) running.delete(slot);
    };
    entry.answer.then(end, end);
    return entry;
  };

  return {
    /** The answer of an equal running call, or of a new one. */
    join(
      slot: string,
      url: string,
      work: Work<T>,
      { signal, isReload = false }: JoinOptions = {},
    ): Promise<T> {
      if (signal?.aborted) return Promise.reject(abortError());
      const former = running.get(slot);
      const isSame = former !== undefined && former.url === url && !isReload;
      if (former && !isSame) {
        running.delete(slot);
        former.stop.abort();
      }
      const entry = isSame ? former : begin(slot, url, work);
      entry.callers += 1;
      if (!signal) return entry.answer;
      return until(entry.answer, signal, () => {
        entry.callers -= 1;
        if (entry.callers === 0) {
          if (running.get(slot) === entry) running.delete(slot);
          entry.stop.abort();
        }
        return abortError();
      });
    },
  };
}
