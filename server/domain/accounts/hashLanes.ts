import { availableParallelism } from 'node:os';
import { ApiError } from '../../errors.ts';

/**
 * Passwords hashed at the same time. Hashing takes threads of the pool that also checks access tokens and reads files:
 * during many logins some of its four threads must stay free.
 */
const lanes = Math.min(availableParallelism(), 2);
/**
 * Maximum number of waiting logins. At some 100 ms each in two lanes, the last one waits 3 s; after a longer wait
 * people press the button again.
 */
export const mostWaiting = 60;
/** Seconds after which a refused caller may try again: by then the present queue is gone. */
const retryAfter = 5;

type Waiter = { enter: () => void; refuse: (error: ApiError) => void };

let busy = 0;
let waiting = 0;
/** Waiting logins by network, in the order in which the networks take turns. */
const lines = new Map<string, Waiter[]>();

/** 429 and not 503: a 503 would send everybody to /maintenance (specification.md 8). */
function tooBusy(): ApiError {
  const detail = `ただいまアクセスが集中しています。${retryAfter}秒後にもう一度お試しください。`;
  return new ApiError(429, 'busy', detail, { retry_after: retryAfter });
}

/** Makes room for one of `network` by refusing the last of the longest line. Throws when that line is its own. */
function makeRoom(network: string): void {
  const own = lines.get(network)?.length ?? 0;
  const longest = [...lines.values()].reduce((left, right) => (right.length > left.length ? right : left));
  if (longest.length <= own + 1) throw tooBusy();
  waiting -= 1;
  longest.pop()?.refuse(tooBusy());
}

function wait(network: string): Promise<void> {
  if (waiting >= mostWaiting) makeRoom(network);
  waiting += 1;
  return new Promise((enter, refuse) => {
    const line = lines.get(network) ?? [];
    line.push({ enter, refuse });
    lines.set(network, line);
  });
}

/** Lets the next one in; from another network than the last one, if others wait. */
function leave(): void {
  const [next] = lines;
  if (!next) {
    busy -= 1;
    return;
  }
  const [network, line] = next;
  const first = line.shift();
  lines.delete(network);
  if (line.length > 0) lines.set(network, line);
  waiting -= 1;
  first?.enter();
}

/**
 * Does work that costs as much as hashing a password. Networks take turns, so that hundreds of guesses from one network
 * delay only its own logins. Throws 429 `busy` with `retry_after`, at once, when too many wait already.
 */
export async function inLane<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  if (busy < lanes) busy += 1;
  else await wait(network);
  try {
    return await work();
  } finally {
    leave();
  }
}
