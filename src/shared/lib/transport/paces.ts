import { now } from '../time/clock.ts';
import { offlinePausesMs } from './probePause.ts';

/** Apps of many learners that failed at the same moment come back spread over this last part of a pause. */
const spread = 0.1;

type Failing = { times: number; at: number; pauseMs: number };

/** Pause after so many failures in a row, ms. */
function pauseAfter(times: number, chance: number): number {
  const whole = offlinePausesMs[Math.min(times, offlinePausesMs.length) - 1] ?? 0;
  return Math.round(whole * (1 - spread * chance));
}

/**
 * Remembers for each endpoint that cannot be reached while the server can, how long to leave it alone: 2, 4, 8 … 60 s,
 * until it answers or the learner asks. Without this each good probe would be followed by the same failing call again,
 * at a steady pace and without an end.
 *
 * @param random gives a number from 0 up to 1.
 */
export function createPaces(random: () => number = Math.random) {
  const failing = new Map<string, Failing>();
  const causes = new WeakMap<Error, string>();
  const leftOf = (endpoint: string): number => {
    const found = failing.get(endpoint);
    if (!found) return 0;
    const rested = now() - found.at;
    return rested < 0 ? 0 : Math.max(0, found.pauseMs - rested);
  };
  return {
    /**
     * A call has failed although the server was there. Calls that were on their way together fail for one reason and
     * count once. `sentAt`: epoch ms; `retryAfterMs`: the shortest pause, as the server asked for.
     */
    failed(endpoint: string, sentAt: number, retryAfterMs = 0): void {
      const former = failing.get(endpoint);
      // A later time than now is of a clock that was put back since.
      if (former && former.at >= sentAt && former.at <= now()) return;
      const times = (former?.times ?? 0) + 1;
      const pauseMs = Math.max(pauseAfter(times, random()), retryAfterMs);
      failing.set(endpoint, { times, at: now(), pauseMs });
    },
    /** It answers: the next failure is the first one. */
    answered(endpoint: string): void {
      failing.delete(endpoint);
    },
    /** How often it has failed in a row. */
    timesOf: (endpoint: string): number => failing.get(endpoint)?.times ?? 0,
    /** How much of its pause is left, ms; 0: it may be asked. */
    leftOf,
    /** Notes which endpoint an error came from. */
    blame<Failure extends Error>(error: Failure, endpoint: string): Failure {
      causes.set(error, endpoint);
      return error;
    },
    /** How long to wait before what ended with this error is tried again by itself, ms; `null`: nobody is to blame. */
    leftAfter(error: unknown): number | null {
      const endpoint = error instanceof Error ? causes.get(error) : undefined;
      return endpoint === undefined ? null : leftOf(endpoint);
    },
    /** The learner asks now: no pause counts any more. */
    reset(): void {
      failing.clear();
    },
  };
}

/** The paces of this page. */
export const paces = createPaces();
