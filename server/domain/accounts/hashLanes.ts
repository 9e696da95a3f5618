import { availableParallelism } from 'node:os';
import { ApiError } from '../../errors.ts';

/**
 * Passwords worked on at once. Hashing takes threads of the pool that also checks access tokens and reads files: a
 * burst of logins must leave some of its four to everybody else.
 */
const lanes = Math.min(availableParallelism(), 2);
/** Most that wait. At some 100 ms each in two lanes the last one waits 3 s: longer, and people press the button again. */
export const mostWaiting = 60;
/** When who was refused may try again, seconds: by then the queue of today is gone. */
const retryAfter = 5;

type Waiter = { enter: () => void; refuse: (error: ApiError) => void };

let busy = 0;
let waiting = 0;
/** Who waits, by network, in the order in which the networks have their turn. */
const lines = new Map<string, Waiter[]>();

/** 429 and not 503, which would send everybody to /maintenance (specification.md 8). */
function tooBusy(): ApiError {
  const detail = `ただいまアクセスが集中しています。${retryAfter}秒後にもう一度お試しください。`;
  return new ApiError(429, 'busy', detail, { retry_after: retryAfter });
}

/** Makes room for one of `network` by refusing the last of the longest line; throws when that would be its own. */
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

/** Lets the next one in, of another network than the last where others wait. */
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
 * Does work that costs as much as hashing a password. Networks take turns, so that hundreds of guesses from one hold up
 * its own logins and nobody else's. Throws 429 `busy` with `retry_after`, at once, when too many wait already.
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
