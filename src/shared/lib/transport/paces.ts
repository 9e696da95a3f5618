import { now } from '../time/clock.ts';
import { offlinePausesMs } from './probePause.ts';

/** Random part of a pause, so that apps that failed at the same moment do not return together. */
const spread = 0.1;

type Failing = { times: number; at: number; pauseMs: number };

/** Pause after this many failures in a row, ms. */
function pauseAfter(times: number, chance: number): number {
  const whole = offlinePausesMs[Math.min(times, offlinePausesMs.length) - 1] ?? 0;
  return Math.round(whole * (1 - spread * chance));
}

/**
 * Remembers pauses for each endpoint that cannot be reached while the server can: 2, 4, 8 … 60 s, until it answers or
 * the learner asks. Without this each good probe would trigger the same failing call again, endlessly.
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
     * A call failed although the server was reachable. Calls that ran at the same time fail for one reason and count
     * once. `sentAt`: epoch ms; `retryAfterMs`: the shortest pause, as the server asked for.
     */
    failed(endpoint: string, sentAt: number, retryAfterMs = 0): void {
      const former = failing.get(endpoint);
      // A time in the future comes from a clock that was set back since then.
      if (former && former.at >= sentAt && former.at <= now()) return;
      const times = (former?.times ?? 0) + 1;
      const pauseMs = Math.max(pauseAfter(times, random()), retryAfterMs);
      failing.set(endpoint, { times, at: now(), pauseMs });
    },
    /** The endpoint answered: the next failure counts as the first. */
    answered(endpoint: string): void {
      failing.delete(endpoint);
    },
    /** How often it has failed in a row. */
    timesOf: (endpoint: string): number => failing.get(endpoint)?.times ?? 0,
    /** Remaining pause of an endpoint, ms; 0: it may be called. */
    leftOf,
    /** Records which endpoint an error came from. */
    blame<Failure extends Error>(error: Failure, endpoint: string): Failure {
      causes.set(error, endpoint);
      return error;
    },
    /** How long to wait before an automatic retry after this error, ms; `null`: no endpoint is recorded for it. */
    leftAfter(error: unknown): number | null {
      const endpoint = error instanceof Error ? causes.get(error) : undefined;
      return endpoint === undefined ? null : leftOf(endpoint);
    },
    /** The learner asks now: all pauses end. */
    reset(): void {
      failing.clear();
    },
  };
}

/** The paces of this page. */
export const paces = createPaces();
