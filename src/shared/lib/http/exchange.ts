import { connectivity } from '../connectivity.ts';
import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '../errors.ts';
import { type Answer, attempt, type Call } from './attempt.ts';
import { maintenance } from './maintenanceInfo.ts';
import { readFailure } from './readFailure.ts';
import { isRetried, isSafe } from './retry.ts';

/** Called when a 503 sends the learner to `/maintenance`; the app decides how (session-contract.md 11.3). */
export type MaintenanceHandler = () => void;
let goToMaintenance: MaintenanceHandler = () => undefined;

/** Puts the way to `/maintenance` in place. The http layer knows no router. */
export function onMaintenance(handler: MaintenanceHandler): void {
  goToMaintenance = handler;
}

/**
 * `stay`: while maintenance is already known, this call's 503 does not navigate (session-contract.md 15.3).
 * `ignore`: its 503 is a failure like any other (7.2).
 */
export type WhileMaintenance = 'leave' | 'stay' | 'ignore';

/** How a call is watched. */
export type Watch = { signal: AbortSignal; whileMaintenance?: WhileMaintenance };

async function withOneRetry(call: Call, signal: AbortSignal): Promise<Answer> {
  try {
    const answer = await attempt(call, signal);
    return isRetried(call.method, answer.status) ? await attempt(call, signal) : answer;
  } catch (error) {
    if (!(error instanceof OfflineError) || !isSafe(call.method)) throw error;
    return await attempt(call, signal);
  }
}

function reportFailure(error: unknown): void {
  if (error instanceof OfflineError || isTimeout(error)) connectivity.report('offline');
  else if (!isAbort(error)) throw error;
}

/**
 * Whether something between us and the server has answered in its place: a page where JSON was asked for, or the
 * status made for it (RFC 6585 section 6; offline.md 3, entry 35).
 */
export function isForeign({ status, isOk, isJson, isRedirect }: Answer): boolean {
  return status === 511 || isRedirect || (isOk && !isJson);
}

function reportAnswer(answer: Answer, callNumber: number, whileMaintenance: WhileMaintenance): void {
  if (answer.status === 503) {
    if (whileMaintenance === 'ignore') return;
    connectivity.report('maintenance', answer.retryAfter);
    const isFirst = maintenance.begin(answer.data);
    if (isFirst || whileMaintenance === 'leave') goToMaintenance();
  } else if (isForeign(answer)) {
    connectivity.report('captive');
  } else if (maintenance.over(callNumber)) {
    connectivity.report('online');
  }
}

/**
 * Sends a call of our API, once more if the retry table says so, and tells connectivity and maintenance what came of
 * it. Answers of any status are returned; only a call without answer rejects.
 */
export async function exchange(call: Call, watch: Watch): Promise<Answer> {
  const callNumber = maintenance.callStarts();
  let answer: Answer;
  try {
    answer = await withOneRetry(call, watch.signal);
  } catch (error) {
    if (call.target.isApi) reportFailure(error);
    throw error;
  }
  if (call.target.isApi) reportAnswer(answer, callNumber, watch.whileMaintenance ?? 'leave');
  return answer;
}

/** The named error of an answer that is none of success. */
export function errorOf(call: Call, answer: Answer): Error {
  if (isForeign(answer) || answer.isOk) return new OfflineError('captive');
  const failure = readFailure(answer.data);
  const refusal = {
    status: answer.status,
    data: answer.data,
    failure: { ...failure, retry_after: failure.retry_after ?? answer.retryAfter },
    call: `${call.method} ${call.target.path}`,
  };
  return answer.status === 503 ? new MaintenanceError(refusal) : new HttpError(refusal);
}
