import type { MiddlewareHandler } from 'hono';
import { isOutOfConnections } from '../db/client.ts';
import type { AppEnv, Clock } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { renderError } from './failure.ts';

/** Longest wait of a call that is not refused, ms. */
const patienceMs = 2000;
/** So many calls are worked on in any case: nothing is known of the pace after a rest, or while the database hangs. */
const always = 200;
/** More calls than a process works off in that time. */
const mostKnown = 20_000;
/** Longest that a refused caller is told to wait, seconds. */
const longestSec = 60;

/**
 * The calls of a kind that a process works on. More calls than it can work off would all wait longer and longer, until
 * devices give up on calls that are still worked on: then hardly any is answered (exams.md 8). So no more are let in
 * than it has worked off lately, whatever its limit is (processor, connections, disk), on any machine.
 */
export class Crowd {
  readonly #clock: Clock;
  #underWay = 0;
  /** When the last calls ended, epoch ms, the oldest first. */
  #ended: number[] = [];
  /** The last turn that was given, epoch ms. */
  #lastTurn = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a further call would wait too long. */
  isTooLarge(): boolean {
    return this.#underWay >= always && this.#underWay >= this.#endedLately();
  }

  /**
   * Gives a refused caller its turn. Turns follow one another at the pace at which calls end: also to refuse a call costs
   * something, and callers who all came back after a few seconds would take that time from those who are let in.
   *
   * @returns whole seconds, `leastSec` or more.
   */
  turn(leastSec: number): number {
    const now = this.#clock.now();
    const pace = Math.max(this.#endedLately(), always) / patienceMs;
    const next = Math.max(this.#lastTurn, now + leastSec * 1000) + 1 / pace;
    // A flood is forgotten a minute after it.
    this.#lastTurn = Math.min(next, now + longestSec * 1000);
    return Math.ceil((this.#lastTurn - now) / 1000);
  }

  #endedLately(): number {
    const from = this.#clock.now() - patienceMs;
    const first = this.#ended.findIndex((at) => at > from);
    this.#ended = first < 0 ? [] : this.#ended.slice(first);
    return this.#ended.length;
  }

  /** Does the work of a call. */
  async count(work: () => Promise<void>): Promise<void> {
    this.#underWay += 1;
    try {
      await work();
    } finally {
      this.#underWay -= 1;
      this.#ended.push(this.#clock.now());
      if (this.#ended.length > 2 * mostKnown) this.#ended = this.#ended.slice(-mostKnown);
    }
  }
}

function busy(waitSec: number): ApiError {
  const detail = `ただいまアクセスが集中しています。${waitSec}秒後にもう一度お試しください。`;
  return new ApiError(429, 'busy', detail, { retry_after: waitSec });
}

/**
 * Refuses calls while too many are waited for: 429 `busy`, to be sent again at their turn, `leastSec` or more later. So is
 * a call that was let in and got no connection to the database in time: these calls can be sent again as they are.
 */
export function refuseCrowd(crowd: Crowd, leastSec: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (crowd.isTooLarge()) throw busy(crowd.turn(leastSec));
    await crowd.count(next);
    if (isOutOfConnections(c.error)) c.res = renderError(c, busy(crowd.turn(leastSec)));
  };
}
