import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '../errors.ts';
import { now } from '../time/clock.ts';
import { type Answer, attempt, type Call } from './attempt.ts';
import { connectivity } from './connectivity.ts';
import { maintenance } from './maintenanceInfo.ts';
import { paces } from './paces.ts';
import { readFailure } from './readFailure.ts';
import { isRetried, isSafe, isSettled } from './retry.ts';

/** Called when a 503 sends the learner to `/maintenance`; the app decides how (session.md 11.3). */
export type MaintenanceHandler = () => void;
let goToMaintenance: MaintenanceHandler = () => undefined;

/** Registers how to go to `/maintenance`. The http layer knows no router. */
export function onMaintenance(handler: MaintenanceHandler): void {
  goToMaintenance = handler;
}

/**
 * `stay`: while maintenance is already known, this call's 503 does not navigate (session.md 15.3).
 * `ignore`: its 503 is a failure like any other (session.md 7.2).
 */
export type WhileMaintenance = 'leave' | 'stay' | 'ignore';

/** Options of a call. */
export type Watch = { signal: AbortSignal; whileMaintenance?: WhileMaintenance };

/** The unit for pauses: calls that differ only in their query belong to the same endpoint. */
export function endpointOf({ method, target }: Pick<Call, 'method' | 'target'>): string {
  return `${method} ${target.path}`;
}

/** The state when a call began. `hasFailed`: its endpoint has not answered since its last failure. */
type Start = { endpoint: string; at: number; isOnline: boolean; hasFailed: boolean };

function startOf(call: Call): Start {
  const endpoint = endpointOf(call);
  const isOnline = connectivity.get().state === 'online';
  return { endpoint, at: now(), isOnline, hasFailed: paces.timesOf(endpoint) > 0 };
}

/** An endpoint that keeps failing had its retry before: from then on each call is sent once. */
async function withOneRetry(call: Call, signal: AbortSignal, { hasFailed }: Start): Promise<Answer> {
  try {
    const answer = await attempt(call, signal);
    return isRetried(call.method, answer.status) ? await attempt(call, signal) : answer;
  } catch (error) {
    if (!(error instanceof OfflineError) || !isSafe(call.method) || hasFailed) throw error;
    return await attempt(call, signal);
  }
}

/**
 * Records the failure of an endpoint if the server was reachable, either at the beginning of the call or by news since
 * then. @returns whether the endpoint had failed before, so that only this endpoint fails.
 */
function failsAlone({ endpoint, at, isOnline }: Start, retryAfterMs = 0): boolean {
  if (!isOnline && connectivity.get().state !== 'online') return false;
  const isAlone = paces.timesOf(endpoint) > 0;
  paces.failed(endpoint, at, retryAfterMs);
  return isAlone;
}

/**
 * If one endpoint fails repeatedly, this says nothing about the server: only a probe may report it as away. Otherwise
 * each good probe and each answer to another call would count as the server's return, and everything would be fetched
 * again.
 */
function reportAway(start: Start, outcome: 'offline' | 'captive'): void {
  if (failsAlone(start)) void connectivity.check();
  else connectivity.report(outcome);
}

function reportFailure(error: unknown, start: Start): void {
  if (error instanceof OfflineError || isTimeout(error)) {
    paces.blame(error as Error, start.endpoint);
    reportAway(start, 'offline');
  } else if (!isAbort(error)) throw error;
}

/**
 * Whether something between us and the server answered in its place: a page instead of JSON, or status 511, which
 * exists for this (RFC 6585 section 6; offline.md 3.35).
 */
export function isForeign({ status, isOk, isJson, isRedirect }: Answer): boolean {
  return status === 511 || isRedirect || (isOk && !isJson);
}

/** Pause before the next probe during maintenance, seconds; it grows if only this endpoint answers 503. */
function closedFor({ retryAfter }: Answer, start: Start): number | undefined {
  failsAlone(start, (retryAfter ?? 0) * 1000);
  return retryAfter === undefined ? undefined : Math.max(retryAfter, paces.leftOf(start.endpoint) / 1000);
}

/**
 * If the server was lost while the call ran, its answer may be older than the loss: it can lie in the worker or in the
 * browser for a while. Only a probe knows then.
 */
function reportHere({ isOnline }: Start): void {
  if (isOnline && connectivity.get().state !== 'online') void connectivity.check();
  else connectivity.report('online');
}

function reportAnswer(
  answer: Answer,
  {
    callNumber,
    whileMaintenance,
    start,
  }: { callNumber: number; whileMaintenance: WhileMaintenance; start: Start },
): void {
  if (answer.status === 503) {
    if (whileMaintenance === 'ignore') return;
    connectivity.report('maintenance', closedFor(answer, start));
    const isFirst = maintenance.begin(answer.data);
    if (isFirst || whileMaintenance === 'leave') goToMaintenance();
  } else if (isForeign(answer)) {
    reportAway(start, 'captive');
  } else {
    if (isSettled(answer.status)) paces.answered(start.endpoint);
    if (maintenance.over(callNumber)) reportHere(start);
  }
}

/**
 * Sends a call of our API, repeats it once if the retry table says so, and reports the result to connectivity and
 * maintenance. Answers of any status are returned; only a call without an answer rejects.
 */
export async function exchange(call: Call, watch: Watch): Promise<Answer> {
  const callNumber = maintenance.callStarts();
  const start = startOf(call);
  let answer: Answer;
  try {
    answer = await withOneRetry(call, watch.signal, start);
  } catch (error) {
    if (call.target.isApi) reportFailure(error, start);
    throw error;
  }
  const { whileMaintenance = 'leave' } = watch;
  if (call.target.isApi) reportAnswer(answer, { callNumber, whileMaintenance, start });
  return answer;
}

/** The named error for an answer that is not a success. */
export function errorOf(call: Call, answer: Answer): Error {
  return paces.blame(namedError(call, answer), endpointOf(call));
}

function namedError(call: Call, answer: Answer): Error {
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
