import { abortError, HttpError, SessionEndedError } from '../errors.ts';
import { core } from '../session/core.ts';
import { refreshToken, tokenNow } from '../session/refresh.ts';
import type { Answer, Call } from '../transport/attempt.ts';
import { clientPart } from '../transport/clientPart.ts';
import { errorOf, exchange, type WhileMaintenance } from '../transport/exchange.ts';
import type { Query } from '../transport/query.ts';
import type { Method } from '../transport/retry.ts';
import { resolveTarget } from '../transport/target.ts';
import { until } from '../transport/until.ts';
import { createInflight } from './inflight.ts';

/** A call of our client. */
export type RequestOptions = {
  /** GET when left out. */
  method?: Method;
  /** `/api/…` or `accounts/…`. */
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  /** Only GET: calls of different slots run in parallel. The default is one slot per path (session.md 10.9). */
  slot?: string;
  /** Only GET: abort an equal running call and send again, instead of joining it. */
  isReload?: boolean;
  signal?: AbortSignal;
  whileMaintenance?: WhileMaintenance;
  /** Sent without the session, even if there is one: a guest's data stays a guest's. */
  isAnonymous?: boolean;
  /** For the last call of a page that is closing: the browser may deliver it afterwards. */
  isKeptAlive?: boolean;
};

/** Status and body of a good answer; an empty body is `null`. */
export type RequestResult = { status: number; data: unknown };

const loadAfter401 = clientPart(() => import('./after401.ts'));

const inflight = createInflight<RequestResult>();

/**
 * Makes a call of our client: token, refresh queue, retry, time limit, abort and join
 * (session.md 6, 10, 11).
 *
 * @throws HttpError, MaintenanceError, OfflineError, SessionEndedError, RefusedUrlError, or an `AbortError`.
 */
export async function request(options: RequestOptions): Promise<RequestResult> {
  const method = options.method ?? 'GET';
  const target = resolveTarget(options.path, options.query);
  const { body, headers, isKeptAlive } = options;
  const call = { method, target, body, headers, isKeptAlive };
  const work = (signal: AbortSignal) => perform(call, signal, options);
  if (method !== 'GET') return work(options.signal ?? new AbortController().signal);
  const slot = `${target.path}#${options.slot ?? ''}`;
  return inflight.join(slot, target.url, work, options);
}

type Prepared = Omit<Call, 'token'>;

async function after401(call: Call, answer: Answer, signal: AbortSignal): Promise<Answer> {
  const { judge401 } = await loadAfter401();
  return judge401(call, answer, {
    tokenFor: () => tokenFor(signal),
    renew: (refused) => whileAlive(refreshToken(refused), signal),
    send: (again) => send(again, signal),
  });
}

async function perform(
  call: Prepared,
  signal: AbortSignal,
  { whileMaintenance, isAnonymous }: Pick<RequestOptions, 'whileMaintenance' | 'isAnonymous'>,
): Promise<RequestResult> {
  if (signal.aborted) throw abortError();
  const token = call.target.isApi && !isAnonymous ? await tokenFor(signal) : null;
  const answer = await send({ ...call, token }, signal, whileMaintenance);
  if (answer.status === 401 && call.target.isApi && !isAnonymous)
    return resultOf(call, await after401({ ...call, token }, answer, signal));
  return resultOf(call, answer);
}

/** The token for a call; waits for a refresh if one is needed (session.md 6.1, 6.4). */
async function tokenFor(signal: AbortSignal): Promise<string | null> {
  const now = tokenNow();
  return now === 'refresh' ? await whileAlive(refreshToken(), signal) : now.token;
}

/** Stops waiting when the caller cancels or the session ends; then it rejects with the error that ended the session. */
function whileAlive<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const lifetime = core.signal();
  return until(until(answer, signal), lifetime, () =>
    lifetime.reason instanceof SessionEndedError ? lifetime.reason : abortError(),
  );
}

/** Sends a call that is aborted when its session ends, so that a late answer is ignored (session.md 7.1). */
async function send(call: Call, signal: AbortSignal, whileMaintenance?: WhileMaintenance): Promise<Answer> {
  const epoch = core.epoch();
  const lifetime = core.signal();
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  lifetime.addEventListener('abort', giveUp);
  try {
    const answer = await exchange(call, { signal: stop.signal, whileMaintenance });
    if (signal.aborted || core.epoch() !== epoch) throw abortError();
    return answer;
  } finally {
    signal.removeEventListener('abort', giveUp);
    lifetime.removeEventListener('abort', giveUp);
  }
}

function resultOf(call: Prepared, answer: Answer): RequestResult {
  if (!answer.isOk || !answer.isJson) {
    const error = errorOf({ ...call, token: null }, answer);
    if (error instanceof HttpError && error.code === 'password_change_required') core.owePassword();
    throw error;
  }
  return { status: answer.status, data: answer.data };
}
